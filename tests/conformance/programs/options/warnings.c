// tare: flags: -Wall -Wextra -Werror -Wshadow -Wpedantic
#define OPTION "warnings"
#include "body.inc"
