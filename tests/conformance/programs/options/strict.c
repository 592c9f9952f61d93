// tare: flags: -fno-strict-aliasing -fsigned-char
#define OPTION "-fno-strict-aliasing -fsigned-char"
#include "body.inc"
