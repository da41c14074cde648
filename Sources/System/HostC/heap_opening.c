#include "HostC.h"

// Read by the first constructor of an image while the host opens it; see <page/heap.h>.
__attribute__((visibility("default"))) const page_heap *page_heap_opening;

void hostc_set_heap_opening(const page_heap *heap) { page_heap_opening = heap; }
