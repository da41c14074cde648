// Gives the terminal back when the process is ended by a signal. In C, because it runs in signal handlers.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#pragma clang assume_nonnull begin

/// Remembers how to restore a terminal: its modes, and `length` bytes to write, at most 512. False when they are more.
bool hostc_terminal_arm(int descriptor, const struct termios *modes, const char *bytes, size_t length);

/// Forgets it; from then on `hostc_terminal_restore` does nothing.
void hostc_terminal_disarm(void);

/// Restores the terminal, once, if one is armed. Async-signal-safe; keeps errno.
void hostc_terminal_restore(void);

/// Installs handlers that restore the terminal, put back what handled the signal before, and raise it again: for the
/// signals of a crash, and for HUP, INT, QUIT and TERM where they have the default action. Also at exit(). Once.
void hostc_terminal_rescue(void);

#pragma clang assume_nonnull end
