#include <PageABI.h>
