// tare: flags: -save-temps
#define OPTION "save_temps"
#include "body.inc"
