// tare: flags: -ffunction-sections -fdata-sections -Wl,--gc-sections
#define OPTION "-ffunction-sections -fdata-sections -Wl,--gc-sections"
#include "body.inc"
