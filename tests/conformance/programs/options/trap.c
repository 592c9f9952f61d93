// tare: flags: -ftrapv -fwrapv
#define OPTION "-ftrapv -fwrapv"
#include "body.inc"
