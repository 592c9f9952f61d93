#include "calls.h"

int shared_kernel(const int *values, int count) {
  int s = 0;
  for (int i = 0; i < count; ++i)
    s += values[i];
  return s;
}

int other_file(int x) {
  int values[3] = {x, x, x};
  return shared_kernel(values, 3);
}
