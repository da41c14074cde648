// What page_image_version is when the link flags do not define it; see note.c. A file of its own, since an assembler
// puts the value of a symbol of the same file in place at once.
__asm__(".weak page_image_version\n"
        ".hidden page_image_version\n"
        "page_image_version = 0\n");
