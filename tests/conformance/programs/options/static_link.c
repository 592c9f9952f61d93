// tare: flags: -static
// tare: skip: clang there is no static runtime of it
#define OPTION "static_link"
#include "body.inc"
