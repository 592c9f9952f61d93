// tare: flags: -fvisibility=hidden -fno-plt
#define OPTION "-fvisibility=hidden -fno-plt"
#include "body.inc"
