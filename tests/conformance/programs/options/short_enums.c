// tare: flags: -fshort-enums
#define OPTION "-fshort-enums"
#include "body.inc"
