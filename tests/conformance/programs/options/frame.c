// tare: flags: -fno-omit-frame-pointer -mno-red-zone
#define OPTION "-fno-omit-frame-pointer -mno-red-zone"
#include "body.inc"
