// The note by which a listing knows, without running code, that heap and guard are linked in: section .note.page, owner
// PageHost, type PAGE_NOTE_IMAGE. Linkers keep allocated notes under --gc-sections.
//
// The descriptor is the value of a symbol that link/image.rsp defines. Where the flags are missing, the definition in
// version.c holds and the note says 0: the code is there, but no allocation and no call reaches it.
__asm__(".pushsection .note.page, \"a\", %note\n"
        ".balign 4\n"
        ".long 2f - 1f\n"  // length of the owner
        ".long 4f - 3f\n"  // length of the descriptor
        ".long 2\n"        // PAGE_NOTE_IMAGE
        "1: .asciz \"PageHost\"\n"
        "2: .balign 4\n"
        "3: .long page_image_version\n"
        "4: .balign 4\n"
        ".popsection\n"
        ".hidden page_image_version\n");
