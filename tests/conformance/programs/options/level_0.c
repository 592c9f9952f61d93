// tare: flags: -O0
#define OPTION "-O0"
#include "body.inc"
