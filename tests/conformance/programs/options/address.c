// tare: flags: -fsanitize=address -g
#define OPTION "address"
#include "body.inc"
