// notes read|stat FOLDER: the least that listing modules costs. `read` takes the first 4 KiB of every library with one
// pread and finds the page's note in them, as the host does with a file that it does not know; `stat` only looks
// whether each file is the one that is known.
#define _GNU_SOURCE
#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD = 4096 };

/// Tells whether the first bytes of a library hold a page's note.
static bool has_note(const char *head, size_t size) {
  const Elf64_Ehdr *elf = (const Elf64_Ehdr *)head;
  if (size < sizeof *elf || memcmp(elf->e_ident, ELFMAG, SELFMAG)) return false;
  if (elf->e_phoff + elf->e_phnum * sizeof(Elf64_Phdr) > size) return false;
  const Elf64_Phdr *segment = (const Elf64_Phdr *)(head + elf->e_phoff);
  for (int i = 0; i < elf->e_phnum; i++) {
    if (segment[i].p_type != PT_NOTE || segment[i].p_offset + segment[i].p_filesz > size) continue;
    const char *at = head + segment[i].p_offset, *end = at + segment[i].p_filesz;
    while (at + sizeof(Elf64_Nhdr) < end) {
      const Elf64_Nhdr *note = (const Elf64_Nhdr *)at;
      if (note->n_namesz == 9 && !memcmp(at + sizeof *note, "PageHost", 9)) return true;
      at += sizeof *note + ((note->n_namesz + 3) & ~3u) + ((note->n_descsz + 3) & ~3u);
    }
  }
  return false;
}

static bool read_note(int folder, const char *name) {
  _Alignas(8) char head[HEAD];
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  ssize_t size = pread(file, head, HEAD, 0);
  close(file);
  return size > 0 && has_note(head, (size_t)size);
}

int main(int count, char **words) {
  DIR *folder = count == 3 ? opendir(words[2]) : NULL;
  if (!folder) return fputs("usage: notes read|stat FOLDER\n", stderr), 64;
  bool reads = !strcmp(words[1], "read");
  int found = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (entry->d_name[0] == '.') continue;
    struct stat status;
    found += reads ? read_note(dirfd(folder), entry->d_name)
                   : !fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW);
  }
  printf("%d\n", found);
  return closedir(folder);
}
