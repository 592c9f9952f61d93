// tare: flags: -x c++
#define OPTION "language_cpp"
#include "body.inc"
