// Allocates in every way that libc knows, frees all but 3 blocks of 1000, 100,000 and 64 bytes, and mixes in blocks
// that libc allocated itself.
#define _GNU_SOURCE
#include <PageABI.h>
#include <dirent.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static void *kept[3];

static bool aligned(void) {
  void *block = 0;
  if (posix_memalign(&block, 3, 10) != EINVAL || posix_memalign(&block, 4096, 10)) return false;
  if ((uintptr_t)block % 4096) return false;
  free(block);
  block = aligned_alloc(256, 512);
  if (!block || (uintptr_t)block % 256 || malloc_usable_size(block) < 512) return false;
  free(block);
  block = memalign(64, 10);
  free(block);
  return (uintptr_t)block % 64 == 0;
}

static bool resized(void) {
  char *block = calloc(10, 10);
  for (int i = 0; i < 100; i++)
    if (block[i]) return false;
  memcpy(block, "kept", 5);
  block = reallocarray(block, 1000, 1000);
  if (!block || strcmp(block, "kept") || reallocarray(block, (size_t)-1, 2) || errno != ENOMEM) return false;
  block = realloc(block, 5);
  if (strcmp(block, "kept")) return false;
  return !realloc(block, 0);
}

/// Text that libc makes and the caller frees; with a stream, so that getline can resize a block of the heap's.
static bool text(void) {
  char *one = strdup("text"), *two = strndup("text", 2), *three = 0, *line = malloc(1), *path = realpath("/tmp/..", 0);
  wchar_t *wide = wcsdup(L"text");
  char *folder = getcwd(0, 0);
  size_t capacity = 1;
  if (asprintf(&three, "%s %300d", one, 5) != 305 || strcmp(two, "te") || strcmp(path, "/") || !folder) return false;
  char input[400];
  memset(input, 'x', sizeof input);
  FILE *stream = fmemopen(input, sizeof input, "r");
  if (!stream || getline(&line, &capacity, stream) != sizeof input || fclose(stream)) return false;
  free(one), free(two), free(three), free(line), free(path), free(wide), free(folder);
  return true;
}

/// Blocks of libc's own: freed, measured and grown in the image.
static bool foreign(void) {
  struct dirent **names;
  int count = scandir("/", &names, 0, alphasort);
  if (count < 1 || malloc_usable_size(names) < sizeof *names) return false;
  struct dirent *grown = realloc(names[0], 5000);
  if (!grown || !grown->d_name[0]) return false;
  free(grown);
  for (int i = 1; i < count; i++)
    free(names[i]);
  free(names);
  return true;
}

static void *on_thread(void *block) {
  free(block);
  return malloc(50);
}

static bool threaded(void) {
  pthread_t thread;
  void *block = 0;
  if (pthread_create(&thread, 0, on_thread, malloc(40)) || pthread_join(thread, &block)) return false;
  free(block);
  return block != 0;
}

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  *module = 0;
  if (!aligned() || !resized() || !text() || !foreign() || !threaded()) return PAGE_FAILED;
  kept[0] = malloc(1000);
  kept[1] = malloc(100000);
  kept[2] = malloc(64);
  return PAGE_OK;
}
