// tare: env: OMP_CANCELLATION=true
// tare: treatment: cancel for counted 1
// cancel with if(cancel: ...), evaluated once each time it is met.
#include <stdio.h>

int main(void) {
  int asked = 0, n = 0;
#pragma omp parallel num_threads(1)
  {
#pragma omp for
    for (int i = 0; i < 20; i++) {
      n++;
#pragma omp cancel for if (cancel : ++asked == 5)
    }
  }
  printf("%d %d\n", asked, n);
  return !(asked == 5 && n == 5);
}
