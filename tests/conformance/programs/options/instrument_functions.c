// tare: flags: -fno-inline -fno-omit-frame-pointer -pg
#define OPTION "instrument_functions"
#include "body.inc"
