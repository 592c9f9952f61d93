// tare: flags: -O2
#define OPTION "-O2"
#include "body.inc"
