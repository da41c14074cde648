// Linked with -z nodelete.
#define FIXTURE_PAGE "NoDeletePage"
#include "fixture_page.h"
