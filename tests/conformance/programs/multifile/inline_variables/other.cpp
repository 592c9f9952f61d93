#include "shared.h"
int other(int n) { return counted(n) + Holder().sum(0) + twice(0); }
