// tare: flags: -fstack-protector-all -D_FORTIFY_SOURCE=2
#define OPTION "-fstack-protector-all -D_FORTIFY_SOURCE=2"
#include "body.inc"
