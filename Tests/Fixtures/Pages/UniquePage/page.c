// Exports a unique symbol, as g++ makes of an inline static variable.
#define FIXTURE_PAGE "UniquePage"
#include "fixture_page.h"

__asm__(".pushsection .data.page_unique, \"aw\", %progbits\n"
        ".globl page_unique\n"
        ".type page_unique, %gnu_unique_object\n"
        ".size page_unique, 4\n"
        ".balign 4\n"
        "page_unique: .long 1\n"
        ".popsection\n");
