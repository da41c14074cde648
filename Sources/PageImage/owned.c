// Lists of what an image holds. Their memory is libc's: the image's own heap is the host's to take away.
#include "image.h"

bool page_image_own(owned *list, void *object, uintptr_t detail) {
  pthread_mutex_lock(&page_image_lock);
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? list->capacity * 2 : 16;
    struct owned_row *rows = __real_realloc(list->rows, capacity * sizeof *rows);
    if (!rows) {
      pthread_mutex_unlock(&page_image_lock);
      return false;
    }
    list->rows = rows;
    list->capacity = capacity;
  }
  list->rows[list->count++] = (struct owned_row){object, detail};
  pthread_mutex_unlock(&page_image_lock);
  return true;
}

bool page_image_disown(owned *list, const void *object) {
  bool found = false;
  pthread_mutex_lock(&page_image_lock);
  for (size_t i = list->count; i-- > 0;) {
    if (list->rows[i].object != object) continue;
    list->rows[i] = list->rows[--list->count];
    found = true;
    break;
  }
  pthread_mutex_unlock(&page_image_lock);
  return found;
}

bool page_image_pop(owned *list, struct owned_row *row) {
  // A process that ends keeps its threads until it has ended, and one may add to the list meanwhile.
  pthread_mutex_lock(&page_image_lock);
  bool found = list->count > 0;
  if (found) {
    *row = list->rows[--list->count];
  } else {
    __real_free(list->rows);
    *list = (owned){0};
  }
  pthread_mutex_unlock(&page_image_lock);
  return found;
}
