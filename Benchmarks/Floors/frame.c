// Frames of a full screen of text that moves on by a character each, as ncurses draws them: prints the nanoseconds of
// processor time that one takes.
#include <curses.h>
#include <stdio.h>
#include <time.h>

int main(void) {
  enum { frames = 200 };
  if (!initscr()) return 1;
  struct timespec before, after;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
  for (int frame = 0; frame < frames; frame++) {
    for (int row = 0; row < LINES; row++) {
      move(row, 0);
      // The last cell of the last row would scroll.
      for (int column = 0; column < COLS - (row == LINES - 1); column++)
        addch('!' + (row * 7 + column + frame) % 90);
    }
    refresh();
  }
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  endwin();
  long taken = (after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec;
  printf("\nframe %ld\n", taken / frames);
  return 0;
}
