#include "inlined.h"
extern inline int inlined(int n);
extern inline void twice(int *value);
int (*other(void))(int) { return inlined; }
