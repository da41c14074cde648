// Thread-specific keys. A process has 1,024 of them; those of an image that is gone would never come back.
#include "image.h"
#include <limits.h>
#include <stdatomic.h>
#include <threads.h>

REAL(int, pthread_key_create, pthread_key_t *, void (*)(void *));
REAL(int, pthread_key_delete, pthread_key_t);

enum { word_bits = 64 };
static _Atomic uint64_t keys[(PTHREAD_KEYS_MAX + word_bits - 1) / word_bits];

static void mark(pthread_key_t key, bool ours) {
  if (key >= PTHREAD_KEYS_MAX) return;
  uint64_t bit = UINT64_C(1) << (key % word_bits);
  if (ours) atomic_fetch_or(&keys[key / word_bits], bit);
  else atomic_fetch_and(&keys[key / word_bits], ~bit);
}

int __wrap_pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  int failure = __real_pthread_key_create(key, destructor);
  if (!failure) mark(*key, true);
  return failure;
}

int __wrap_pthread_key_delete(pthread_key_t key) {
  mark(key, false);
  return __real_pthread_key_delete(key);
}

int __wrap_tss_create(tss_t *key, tss_dtor_t destructor) {
  return __wrap_pthread_key_create((pthread_key_t *)key, destructor) ? thrd_error : thrd_success;
}

void __wrap_tss_delete(tss_t key) { (void)__wrap_pthread_key_delete((pthread_key_t)key); }

uint32_t page_image_keys(void) {
  uint32_t sum = 0;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    sum += (uint32_t)__builtin_popcountll(atomic_load(&keys[i]));
  return sum;
}

void page_image_undo_keys(void) {
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    for (uint64_t word = atomic_exchange(&keys[i], 0); word; word &= word - 1) {
      (void)__real_pthread_key_delete((pthread_key_t)(i * word_bits + (size_t)__builtin_ctzll(word)));
    }
  }
}
