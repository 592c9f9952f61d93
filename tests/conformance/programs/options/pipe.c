// tare: flags: -pipe -Wp,-DFROM_WP -Wa,--noexecstack -Wl,-z,now
#define OPTION "pipe"
#include "body.inc"
