// tare: flags: -Os
#define OPTION "-Os"
#include "body.inc"
