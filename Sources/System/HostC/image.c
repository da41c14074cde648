#define _GNU_SOURCE
#include <HostC/image.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <signal.h>
#include <string.h>

/// What of the dynamic section is needed to walk the symbols.
typedef struct tables {
  const ElfW(Sym) * symbols;
  const char *names;
  const uint32_t *gnu_hash;
  const uint32_t *hash;
} tables;

/// The dynamic linker has put addresses in place of offsets, except on machines where the section is read-only.
static const void *address_of(const struct link_map *map, ElfW(Addr) value) {
  return (const void *)(value < map->l_addr ? value + map->l_addr : value);
}

static size_t symbol_count(const tables *table) {
  if (table->hash) return table->hash[1];
  if (!table->gnu_hash) return 0;
  uint32_t buckets = table->gnu_hash[0], first = table->gnu_hash[1], bloom = table->gnu_hash[2];
  const uint32_t *bucket = (const uint32_t *)((const ElfW(Addr) *)(table->gnu_hash + 4) + bloom);
  const uint32_t *chain = bucket + buckets;
  uint32_t last = 0;
  for (uint32_t i = 0; i < buckets; i++)
    last = bucket[i] > last ? bucket[i] : last;
  if (last < first) return first;
  while (!(chain[last - first] & 1))
    last++;
  return last + 1;
}

/// Functions by which a library leaves something in the process that leads into it or that nobody counts. An image
/// whose guard is linked in has them wrapped.
static bool leaves_something(const char *name) {
  static const char *const names[] = {
      "pthread_create",
      "thrd_create",
      "pthread_key_create",
      "tss_create",
      "sigaction",
      "signal",
      "bsd_signal",
      "__sysv_signal",
      "sigaltstack",
      "on_exit",
      "putenv",
      "setvbuf",
      "timer_create",
      "__cxa_thread_atexit_impl",
      "__cxa_thread_atexit",
      "mq_notify",
      "aio_read",
      "aio_write",
      "lio_listio",
      "getaddrinfo_a",
      "register_printf_specifier",
      "register_printf_function",
      "initstate",
      "openlog",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!strcmp(name, names[i])) return true;
  }
  return !strncmp(name, "_ZNSt6thread15_M_start_thread", 29);
}

static int find_extent(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  hostc_image_facts *facts = context;
  const char *base = (const char *)info->dlpi_addr;
  const char *end = base;
  bool ours = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD) continue;
    const char *segment = base + header->p_vaddr;
    if (segment + header->p_memsz > end) end = segment + header->p_memsz;
    ours |= (const char *)facts->base >= segment && (const char *)facts->base < segment + header->p_memsz;
  }
  if (!ours) return 0;
  facts->base = base;
  facts->end = end;
  return 1;
}

hostc_image_facts hostc_image_inspect(void *handle) {
  hostc_image_facts facts = {0};
  struct link_map *map = NULL;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) || !map) return facts;
  facts.base = map->l_ld;  // an address inside of it, until the extent is found
  dl_iterate_phdr(find_extent, &facts);
  tables table = {0};
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
    case DT_SYMTAB:
      table.symbols = address_of(map, entry->d_un.d_ptr);
      break;
    case DT_STRTAB:
      table.names = address_of(map, entry->d_un.d_ptr);
      break;
    case DT_GNU_HASH:
      table.gnu_hash = address_of(map, entry->d_un.d_ptr);
      break;
    case DT_HASH:
      table.hash = address_of(map, entry->d_un.d_ptr);
      break;
    case DT_FLAGS_1:
      facts.no_delete = entry->d_un.d_val & DF_1_NODELETE;
      break;
    default:
      break;
    }
  }
  if (!table.symbols || !table.names) return facts;
  size_t count = symbol_count(&table);
  for (size_t i = 1; i < count; i++) {
    const ElfW(Sym) *symbol = &table.symbols[i];
    const char *name = table.names + symbol->st_name;
    if (symbol->st_shndx == SHN_UNDEF) {
      // Every Swift image names its metadata to a runtime; one that imports this function names it to somebody else's.
      if (!strcmp(name, "swift_addNewDSOImage")) facts.shared_runtime = true;
      if (!facts.leaving_import && leaves_something(name)) facts.leaving_import = name;
    } else if (!facts.unique_symbol && ELF64_ST_BIND(symbol->st_info) == STB_GNU_UNIQUE) {
      facts.unique_symbol = name;
    }
  }
  return facts;
}

static int has_path(struct dl_phdr_info *info, size_t size, void *path) {
  (void)size;
  return info->dlpi_name && !strcmp(info->dlpi_name, path);
}
bool hostc_image_is_mapped(const char *path) { return dl_iterate_phdr(has_path, (void *)path) != 0; }

int hostc_image_handles_signal(const void *base, const void *end) {
  for (int signal = 1; signal < NSIG; signal++) {
    struct sigaction action;
    if (sigaction(signal, NULL, &action)) continue;
    const char *handler = (const char *)action.sa_handler;
    if (handler >= (const char *)base && handler < (const char *)end) return signal;
  }
  return 0;
}
