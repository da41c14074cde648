// qt-host FOLDER [free]: loads plug-ins by QPluginLoader with its default hints, or, with `free`, without the one that
// prevents unloading.
#include "answer.h"
#include "qt-page.h"
#include <QCoreApplication>
#include <QHash>
#include <QPluginLoader>
#include <cstdio>
#include <string>

static QString folder;
static bool isFree = false;
static QHash<QString, QPluginLoader *> loaders;

static int load(const char *name) {
  auto *loader = new QPluginLoader(folder + "/lib" + name + ".so");
  if (isFree) loader->setLoadHints({});
  auto *page = qobject_cast<PeerPage *>(loader->instance());
  if (!page) return std::fprintf(stderr, "error: %s\n", qPrintable(loader->errorString())), 0;
  loaders.insert(name, loader);
  return page->use() > 0;
}

static int unload(const char *name) {
  QPluginLoader *loader = loaders.take(name);
  // Without unloading allowed this only deletes the plug-in's object and gives true.
  bool done = loader && loader->unload();
  delete loader;
  return done;
}

int main(int count, char **words) {
  if (count < 2) return std::fputs("usage: qt-host FOLDER [free]\n", stderr), 64;
  QCoreApplication application(count, words);
  folder = words[1];
  isFree = count > 2 && std::string(words[2]) == "free";
  return answer(load, unload);
}
