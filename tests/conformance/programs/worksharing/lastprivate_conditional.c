// tare: treatment: parallel for measured 1
#include <stdio.h>

int main(void) {
  int found = -1;
#pragma omp parallel for lastprivate(conditional : found)
  for (int i = 0; i < 100; i++)
    if (i % 7 == 3)
      found = i;
  printf("%d\n", found);
  return found != 94;
}
