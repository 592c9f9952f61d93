// __auto_type, typeof, __int128, vector types, complex numbers.
#include "../expect.h"
#include <complex.h>

typedef int four __attribute__((vector_size(16)));

int main(void) {
  __auto_type n = 12;
  __typeof__(n) sum = 0;
  double complex z = 0;
  __int128 big = 0;
  four lanes = {0, 0, 0, 0}, total = {0, 0, 0, 0};
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    __auto_type square = i * i;
    sum += square;
#pragma omp critical
    z += i + 2.0 * i * I;
  }
#pragma omp parallel firstprivate(lanes)
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      lanes += (four){1, 2, i, 0};
#pragma omp critical
    {
      total += lanes;
      big += (__int128)1 << 70;
    }
#pragma omp barrier
#pragma omp single
    big = (__int128)1 << 70;
  }
  printf("%d %g %g %d %d %d %d\n", sum, creal(z), cimag(z), total[0], total[1], total[2],
         (int)(big >> 66));
  EXPECT_EQ(sum, 506);
  EXPECT(z == 66 + 132 * I);
  EXPECT_EQ(total[0] + total[1] + total[2], 12 + 24 + 66);
  EXPECT_EQ(big >> 66, 16);
  return 0;
}
