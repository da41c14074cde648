// Leaves descriptors and streams of many kinds, and closes as many again.
#define _GNU_SOURCE
#include <PageABI.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static char *text;
static size_t length;

/// 11 descriptors, 4 streams and a folder.
static bool leave(void) {
  int pair[2], sockets[2];
  if (pipe2(pair, O_CLOEXEC) || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets)) return false;
  if (open("/dev/null", O_RDWR) < 0 || openat(AT_FDCWD, "/", O_RDONLY | O_DIRECTORY) < 0) return false;
  if (eventfd(0, 0) < 0 || epoll_create1(0) < 0 || dup(pair[0]) < 0 || fcntl(pair[1], F_DUPFD, 20) < 20) return false;
  if (dup2(pair[0], 200) != 200) return false;
  FILE *memory = open_memstream(&text, &length), *file = fopen("/dev/null", "w"), *from = fdopen(dup(pair[0]), "r");
  if (!memory || !file || !from || !tmpfile() || !opendir("/")) return false;
  return fputs("unwritten", memory) >= 0 && fputs("unwritten", file) >= 0;
}

static bool close_again(void) {
  int descriptor = open("/dev/null", O_WRONLY | O_CREAT, 0600);
  FILE *stream = fdopen(descriptor, "w");
  char *written = 0;
  size_t size = 0;
  FILE *memory = open_memstream(&written, &size);
  if (!stream || !memory || fclose(stream)) return false;
  fprintf(memory, "%0500d and %s", 7, "more");
  fflush(memory);
  fseek(memory, 0, SEEK_SET);
  fputc('8', memory);
  if (fclose(memory) || size != 1 || strlen(written) != 509 || written[0] != '8' || written[499] != '7') return false;
  free(written);
  DIR *folder = fdopendir(open("/", O_RDONLY | O_DIRECTORY));
  return folder && readdir(folder) && !closedir(folder) && !close(epoll_create1(0));
}

page_status page_module_open(const page_host *host, const page_module **module) {
  (void)host;
  *module = 0;
  return leave() && close_again() ? PAGE_OK : PAGE_FAILED;
}
