// tare: treatment: parallel measured 3
// tare: treatment: parallel for measured 2
// An if clause is evaluated exactly once, with or without a modifier.
#include <omp.h>
#include <stdio.h>

static int asked;

static int ask(int answer) {
  asked++;
  return answer;
}

int main(void) {
  int size[5] = {0}, sum = 0;
#pragma omp parallel if (ask(1))
#pragma omp single
  size[0] = omp_get_num_threads();
#pragma omp parallel if (ask(0))
#pragma omp single
  size[1] = omp_get_num_threads();
#pragma omp parallel if (parallel : ask(0))
#pragma omp single
  size[2] = omp_get_num_threads();
#pragma omp parallel for if (ask(1)) reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
#pragma omp parallel for if (parallel : ask(0)) reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i + (omp_get_num_threads() != 1);
  printf("asked %d sizes %d %d %d sum %d\n", asked, size[0], size[1], size[2], sum);
  return !(asked == 5 && size[1] == 1 && size[2] == 1 && sum == 90);
}
