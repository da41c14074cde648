// A plug-in with what a page has: some texts, a list of nodes, three signals. Copies have another number in the name.
#include <libpeas/peas.h>

typedef struct {
  char *title;
  char *note;
} Node;

typedef struct {
  PeasExtensionBase parent;
  GObject *object;
  char *heading;
  char *hint;
  GArray *nodes;
  size_t shown;
} Peer0000Page;

typedef struct {
  PeasExtensionBaseClass parent;
} Peer0000PageClass;

enum { CHANGED, SELECTED, FINISHED, SIGNALS };
static guint signals[SIGNALS];

static GType peer0000_page_get_type(void);
static void begin(PeasActivatableInterface *interface);

G_DEFINE_DYNAMIC_TYPE_EXTENDED(Peer0000Page, peer0000_page, PEAS_TYPE_EXTENSION_BASE, 0,
                               G_IMPLEMENT_INTERFACE_DYNAMIC(PEAS_TYPE_ACTIVATABLE, begin))

static void changed(Peer0000Page *page, int index) {
  page->shown += strlen(g_array_index(page->nodes, Node, index).title);
}

static void selected(Peer0000Page *page, const char *title) { page->shown += strlen(title); }

static void finished(Peer0000Page *page) { page->shown += strlen(page->heading) + strlen(page->hint); }

static void activate(PeasActivatable *activatable) {
  Peer0000Page *page = (Peer0000Page *)activatable;
  g_signal_connect(page, "changed", G_CALLBACK(changed), NULL);
  g_signal_connect(page, "selected", G_CALLBACK(selected), NULL);
  g_signal_connect(page, "finished", G_CALLBACK(finished), NULL);
  for (int index = 0; index < 50; index++) {
    Node node = {g_strdup_printf("Contact %d", index), g_strdup_printf("met in the year %d", 1970 + index)};
    g_array_append_val(page->nodes, node);
    g_signal_emit(page, signals[CHANGED], 0, index);
  }
  g_signal_emit(page, signals[SELECTED], 0, g_array_index(page->nodes, Node, 49).title);
  g_signal_emit(page, signals[FINISHED], 0);
}

static void begin(PeasActivatableInterface *interface) { interface->activate = activate; }

static void clear(void *node) {
  g_free(((Node *)node)->title);
  g_free(((Node *)node)->note);
}

static void peer0000_page_init(Peer0000Page *page) {
  page->heading = g_strdup("Contacts");
  page->hint = g_strdup("part of a name or of a note");
  page->nodes = g_array_new(FALSE, FALSE, sizeof(Node));
  g_array_set_clear_func(page->nodes, clear);
}

// The interface has a property, which a page does not need.

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  (void)id, (void)spec;
  ((Peer0000Page *)object)->object = g_value_get_object(value);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  (void)id, (void)spec;
  g_value_set_object(value, ((Peer0000Page *)object)->object);
}

static void finalize(GObject *object) {
  Peer0000Page *page = (Peer0000Page *)object;
  g_free(page->heading);
  g_free(page->hint);
  g_array_unref(page->nodes);
  G_OBJECT_CLASS(peer0000_page_parent_class)->finalize(object);
}

static guint announce(Peer0000PageClass *class, const char *name, guint count, GType type) {
  return g_signal_new(name, G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, count, type);
}

static void peer0000_page_class_init(Peer0000PageClass *class) {
  GObjectClass *object = G_OBJECT_CLASS(class);
  object->finalize = finalize;
  object->set_property = set_property;
  object->get_property = get_property;
  g_object_class_override_property(object, 1, "object");
  signals[CHANGED] = announce(class, "changed", 1, G_TYPE_INT);
  signals[SELECTED] = announce(class, "selected", 1, G_TYPE_STRING);
  signals[FINISHED] = announce(class, "finished", 0, G_TYPE_NONE);
}

static void peer0000_page_class_finalize(Peer0000PageClass *class) { (void)class; }

G_MODULE_EXPORT void peas_register_types(PeasObjectModule *module) {
  peer0000_page_register_type(G_TYPE_MODULE(module));
  peas_object_module_register_extension_type(module, PEAS_TYPE_ACTIVATABLE, peer0000_page_get_type());
}
