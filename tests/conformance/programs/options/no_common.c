// tare: flags: -fcommon -fno-builtin
#define OPTION "-fcommon -fno-builtin"
#include "body.inc"
