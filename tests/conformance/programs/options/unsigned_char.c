// tare: flags: -funsigned-char
#define OPTION "-funsigned-char"
#include "body.inc"
