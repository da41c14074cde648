// All of it is in the header, so that each page's image holds only what it uses.
#include "fixture.h"
