#include "c_part.h"
int plain(int n) { return n; }
