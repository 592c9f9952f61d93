// tare: flags: -include stddef.h -DN=10 -UM '-DTEXT="a b"' -D'PAIR(a,b)=a b'
#define OPTION "macros"
#include "body.inc"
