#pragma once
// ncurses with wide characters: the terminal. The functions below wrap what Swift cannot import: macros, and globals
// that ncurses declares as variables.
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <stdint.h>
#include <string.h>
#include <term.h>
#include <wchar.h>

#pragma clang assume_nonnull begin

static const attr_t cncurses_bold = A_BOLD;
static const attr_t cncurses_dim = A_DIM;
static const attr_t cncurses_reverse = A_REVERSE;
static const attr_t cncurses_underline = A_UNDERLINE;

/// Puts one character, with the marks that stand on it, at a cell; `text` is terminated. setcchar, mvadd_wch.
static inline int cncurses_put(int y, int x, const uint32_t *text, attr_t attributes, short pair) {
  cchar_t cell;
  return setcchar(&cell, (const wchar_t *)text, attributes, pair, NULL) == ERR ? ERR : mvadd_wch(y, x, &cell);
}

extern int wcwidth(wchar_t character);  // declared by wchar.h only for some feature macros

/// The cells that libc, and so ncurses, counts for a scalar; -1 when it cannot be drawn. wcwidth.
static inline int cncurses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

/// The size that ncurses has worked out, from the environment or the terminal's description.
static inline int cncurses_columns(void) { return COLS; }
static inline int cncurses_rows(void) { return LINES; }

/// Frees what setupterm made. del_curterm.
static inline void cncurses_end_setup(void) { del_curterm(cur_term); }

/// Makes the next refresh draw every cell. clearok on curscr.
static inline void cncurses_redraw_all(void) { clearok(curscr, TRUE); }

/// Blanks the picture that is to be shown. werase.
static inline void cncurses_erase(void) { werase(stdscr); }

/// Brings the terminal up to date with the cursor at a cell. wmove, wrefresh.
static inline void cncurses_refresh(int y, int x) {
  wmove(stdscr, y, x);
  wrefresh(stdscr);
}

/// Raw keys without echo; nothing waits, and no input is looked for while drawing. raw, noecho, nonl, typeahead.
static inline void cncurses_raw(void) {
  raw();
  noecho();
  nonl();
  typeahead(-1);
  scrollok(stdscr, FALSE);
  leaveok(stdscr, FALSE);
}

/// Makes LC_CTYPE a UTF-8 locale that does not depend on the environment; false when the system has none. setlocale.
static inline bool cncurses_use_utf8(void) {
  if (!setlocale(LC_CTYPE, "C.UTF-8")) setlocale(LC_CTYPE, "");
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/// A string of the description of the terminal that is in use, or null when it has none of that name. tigetstr.
static inline const char *_Nullable cncurses_string(const char *name) {
  char *text = tigetstr((char *)name);
  return text == (char *)-1 ? NULL : text;
}

#pragma clang assume_nonnull end
