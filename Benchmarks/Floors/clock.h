// The clock of the floors, and the median of what they measure.
#pragma once
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static inline uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int by_size(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static inline uint64_t median(uint64_t *values, size_t count) {
  qsort(values, count, sizeof *values, by_size);
  return values[count / 2];
}
