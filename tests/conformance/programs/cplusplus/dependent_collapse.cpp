// tare: plain-fails: gcc it wants a constant before the template is instantiated
// The depth of collapse depends on a template parameter.
#include "../expect.h"

template <int Depth, typename T> T nest(T n) {
  T sum = 0;
#pragma omp parallel for collapse(Depth) reduction(+ : sum) if (Depth > 1)
  for (T i = 0; i < n; i++)
    for (T j = 0; j < n; j++)
      for (T k = 0; k < n; k++)
        sum += i * 100 + j * 10 + k;
  return sum;
}

int main() {
  printf("%d %ld\n", nest<2>(3), nest<3>(3L));
  EXPECT_EQ(nest<1>(3), 2997);
  EXPECT_EQ(nest<3>(3), 2997);
  return 0;
}
