// tare: flags: -ffast-math
#define OPTION "-ffast-math"
#include "body.inc"
