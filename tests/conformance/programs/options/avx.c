// tare: flags: -mavx2 -mfma -O3
#define OPTION "avx"
#include "body.inc"
