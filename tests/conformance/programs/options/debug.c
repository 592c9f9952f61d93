// tare: flags: -g3 -O0
#define OPTION "-g3 -O0"
#include "body.inc"
