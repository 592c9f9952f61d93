#ifndef CALLS_H
#define CALLS_H
int shared_kernel(const int *values, int count);
int other_file(int x);
static inline int in_header(int x) {
  int values[2] = {x, 1};
  return shared_kernel(values, 2);
}
#endif
