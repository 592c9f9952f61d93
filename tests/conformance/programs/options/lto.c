// tare: flags: -flto
// tare: skip: clang clang's -flto wants lld, which need not be here
#define OPTION "-flto"
#include "body.inc"
