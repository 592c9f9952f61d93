// tare: flags: -fPIC -pie
#define OPTION "-fPIC -pie"
#include "body.inc"
