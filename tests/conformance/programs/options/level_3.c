// tare: flags: -O3 -march=native
#define OPTION "-O3 -march=native"
#include "body.inc"
