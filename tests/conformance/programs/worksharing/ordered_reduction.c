// tare: treatment: for measured 2
// tare: treatment: ordered measured 2
// ordered together with reduction, lastprivate, collapse and a dynamic chunk.
#include <stdio.h>

int main(void) {
  int sum = 0, last = -1, text = 0, bad = 0, next = 0;
#pragma omp parallel
  {
#pragma omp for ordered reduction(+ : sum) lastprivate(last) schedule(dynamic, 2)
    for (int i = 0; i < 30; i++) {
      sum += i;
#pragma omp ordered
      text = (text * 31 + i) % 65521;
      last = i;
    }
#pragma omp for ordered collapse(2)
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 6; j++) {
#pragma omp ordered
        {
          bad += next != 6 * i + j;
          next++;
        }
      }
  }
  int expected = 0;
  for (int i = 0; i < 30; i++)
    expected = (expected * 31 + i) % 65521;
  printf("%d %d %d %d\n", sum, last, text, bad);
  return !(sum == 435 && last == 29 && text == expected && bad == 0);
}
