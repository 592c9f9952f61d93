// tare: treatment: sections measured 3
// One section, many sections, sections without a barrier, a first section that is not spelled.
#include <stdio.h>

int main(void) {
  int a[9] = {0}, one = 0, last = 0, sum = 0, bad = 0, f = 3;
#pragma omp parallel reduction(+ : bad)
  {
#pragma omp sections
    {
#pragma omp section
      one += 1;
    }
    bad += one != 1;
#pragma omp sections nowait
    {
      a[0]++;
#pragma omp section
      a[1]++;
#pragma omp section
      {
        a[2]++;
      }
#pragma omp section
      if (one)
        a[3]++;
      else
        a[4]++;
#pragma omp section
      for (int i = 5; i < 9; i++)
        a[i]++;
    }
#pragma omp sections firstprivate(f) lastprivate(last) reduction(+ : sum)
    {
#pragma omp section
      {
        sum += f;
        last = 1;
      }
#pragma omp section
      {
        sum += f;
        last = 2;
      }
    }
    bad += last != 2 || sum != 6;
  }
  for (int i = 0; i < 9; i++)
    bad += a[i] != (i != 4);
  printf("%d %d %d %d\n", one, last, sum, bad);
  return bad != 0;
}
