// Ten levels of constructs, and regions within regions.
#include "../expect.h"
#include <omp.h>

int main(void) {
  int sum = 0, inner = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  {
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp parallel num_threads(2)
        {
#pragma omp for
          for (int i = 0; i < 2; i++) {
#pragma omp task firstprivate(i)
            {
#pragma omp critical(outer)
              {
                if (i >= 0) {
#pragma omp parallel for num_threads(2) reduction(+ : sum)
                  for (int j = 0; j < 3; j++) {
#pragma omp parallel num_threads(1)
                    {
#pragma omp single
                      {
#pragma omp critical(inner)
                        {
#pragma omp atomic
                          inner++;
                        }
                      }
                    }
                    sum += j;
                  }
                }
              }
            }
          }
#pragma omp taskwait
        }
      }
#pragma omp section
      {
#pragma omp critical(outer)
        sum += 100;
      }
    }
  }
  printf("%d %d\n", sum, inner);
  EXPECT_EQ(sum, 106);
  EXPECT_EQ(inner, 6);
  return 0;
}
