// tare: flags: -fsanitize=undefined -fno-sanitize-recover
#define OPTION "-fsanitize=undefined -fno-sanitize-recover"
#include "body.inc"
