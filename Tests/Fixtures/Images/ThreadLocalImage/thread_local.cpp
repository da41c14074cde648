// Has a thread_local object, a static one and strings of C++: their destructors are to run when the image is closed,
// the thread's first, and their memory is to be of the image's heap.
#include <PageABI.h>
#include <cstdlib>
#include <string>

namespace {
char order[3];
size_t count;

struct Ended {
  std::string text;
  char mark;
  Ended(char mark) : text(1000, mark), mark(mark) {}
  ~Ended() {
    order[count++] = mark;
    // The static one ends last, and tells by the environment, which outlives the image.
    if (mark == 's') setenv("PAGEHOST_FIXTURE_ORDER", order, 1);
  }
};
Ended fixed('s');
thread_local Ended local('t');
}  // namespace

extern "C" page_status page_module_open(const page_host *, const page_module **module) {
  *module = nullptr;
  return local.text.size() == fixed.text.size() ? PAGE_OK : PAGE_FAILED;
}
