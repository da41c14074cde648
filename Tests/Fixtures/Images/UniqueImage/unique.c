// Exports a unique symbol, as g++ makes of an inline static variable: the dynamic linker keeps who defines it.
#include <PageABI.h>

__asm__(".pushsection .data.page_unique, \"aw\", %progbits\n"
        ".globl page_unique\n"
        ".type page_unique, %gnu_unique_object\n"
        ".size page_unique, 4\n"
        ".balign 4\n"
        "page_unique: .long 1\n"
        ".popsection\n");

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  *module = 0;
  return PAGE_OK;
}
