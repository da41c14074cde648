// open_memstream, made of fopencookie: the text that the caller frees is of the image's heap, and a stream that is left
// open can be closed without writing to the variables of a caller that is gone.
#include "image.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

__attribute__((visibility("hidden"))) FILE *page_image_open_cookie(void *cookie, cookie_io_functions_t calls);

typedef struct memory_stream {
  char **text;
  size_t *length;
  char *bytes;
  size_t size, capacity, position;
} memory_stream;

static bool reserve(memory_stream *stream, size_t needed) {
  if (needed <= stream->capacity) return true;
  size_t capacity = stream->capacity * 2 > needed ? stream->capacity * 2 : needed;
  char *grown = __wrap_realloc(stream->bytes, capacity);
  if (!grown) return false;
  stream->bytes = grown;
  stream->capacity = capacity;
  return true;
}

/// libc says where text and length are after each flush and when the stream is closed.
static void publish(memory_stream *stream) {
  stream->bytes[stream->size] = 0;
  *stream->text = stream->bytes;
  *stream->length = stream->position < stream->size ? stream->position : stream->size;
}

static ssize_t write_bytes(void *cookie, const char *bytes, size_t count) {
  memory_stream *stream = cookie;
  size_t end;
  if (__builtin_add_overflow(stream->position, count, &end) || !reserve(stream, end + 1)) {
    errno = ENOMEM;
    return 0;
  }
  if (stream->position > stream->size) memset(stream->bytes + stream->size, 0, stream->position - stream->size);
  memcpy(stream->bytes + stream->position, bytes, count);
  stream->position = end;
  if (end > stream->size) stream->size = end;
  publish(stream);
  return (ssize_t)count;
}

static int seek(void *cookie, off64_t *offset, int whence) {
  memory_stream *stream = cookie;
  off64_t base = whence == SEEK_SET ? 0 : (off64_t)(whence == SEEK_CUR ? stream->position : stream->size);
  off64_t target;
  if (__builtin_add_overflow(base, *offset, &target) || target < 0) {
    errno = EINVAL;
    return -1;
  }
  stream->position = (size_t)target;
  *offset = target;
  return 0;
}

static int end(void *cookie) {
  __wrap_free(cookie);
  return 0;
}

FILE *__wrap_open_memstream(char **text, size_t *length) {
  if (!text || !length) {
    errno = EINVAL;
    return NULL;
  }
  memory_stream *stream = __wrap_malloc(sizeof *stream);
  if (!stream) return NULL;
  *stream = (memory_stream){.text = text, .length = length};
  if (!reserve(stream, 64)) {
    __wrap_free(stream);
    return NULL;
  }
  publish(stream);
  const cookie_io_functions_t calls = {.write = write_bytes, .seek = seek, .close = end};
  FILE *result = page_image_open_cookie(stream, calls);
  if (!result) {
    __wrap_free(stream->bytes);
    __wrap_free(stream);
  }
  return result;
}
