// Exports something else.
int page_module_closed(void) { return 0; }
