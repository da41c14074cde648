// What both programs share: each is told by lines on its standard input to load or unload a module, and answers each
// with a line, so that its memory can be read from outside meanwhile.
#ifndef PEERS_ANSWER_H
#define PEERS_ANSWER_H

#include <stdio.h>
#include <string.h>

// Performs `load NAME` and `unload NAME` until the input ends; gives the status to exit with.
static int answer(int (*load)(const char *name), int (*unload)(const char *name)) {
  char verb[16], name[64];
  puts("ready");
  fflush(stdout);
  while (scanf("%15s %63s", verb, name) == 2) {
    int done = strcmp(verb, "load") ? unload(name) : load(name);
    if (!done) return fprintf(stderr, "error: cannot %s %s\n", verb, name), 1;
    puts("done");
    fflush(stdout);
  }
  return 0;
}

#endif
