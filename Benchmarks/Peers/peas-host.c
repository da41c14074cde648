// peas-host FOLDER: loads and unloads plug-ins by libpeas.
#include "answer.h"
#include <libpeas/peas.h>

static int load(const char *name) {
  PeasEngine *engine = peas_engine_get_default();
  PeasPluginInfo *plugin = peas_engine_get_plugin_info(engine, name);
  if (!plugin || !peas_engine_load_plugin(engine, plugin)) return 0;
  PeasExtension *page = peas_engine_create_extension(engine, plugin, PEAS_TYPE_ACTIVATABLE, NULL);
  if (!page) return 0;
  peas_activatable_activate(PEAS_ACTIVATABLE(page));
  g_object_set_data_full(G_OBJECT(engine), name, page, g_object_unref);
  return 1;
}

static int unload(const char *name) {
  PeasEngine *engine = peas_engine_get_default();
  PeasPluginInfo *plugin = peas_engine_get_plugin_info(engine, name);
  g_object_set_data(G_OBJECT(engine), name, NULL);
  return plugin && peas_engine_unload_plugin(engine, plugin);
}

int main(int count, char **words) {
  if (count != 2) return fputs("usage: peas-host FOLDER\n", stderr), 64;
  peas_engine_add_search_path(peas_engine_get_default(), words[1], NULL);
  return answer(load, unload);
}
