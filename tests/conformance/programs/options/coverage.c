// tare: flags: --coverage
#define OPTION "coverage"
#include "body.inc"
