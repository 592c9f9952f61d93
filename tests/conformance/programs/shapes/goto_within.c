// goto out of serial loops inside regions and within constructs, forwards and backwards.
#include "../expect.h"

static int find(const int *a, int n, int wanted) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (a[i] + a[j] == wanted)
        goto found;
  return 0;
found:
  return 1;
}

int main(void) {
  int a[16], found = 0, turns = 0;
  for (int i = 0; i < 16; i++)
    a[i] = 3 * i;
#pragma omp parallel reduction(+ : turns)
  {
    int i, retries = 0;
#pragma omp for reduction(+ : found)
    for (i = 0; i < 90; i++) {
      int k;
      for (k = 0; k < 16; k++) {
        for (int j = 0; j < 16; j++)
          if (a[k] + a[j] == i)
            goto hit;
      }
      goto next;
    hit:
      found += find(a, 16, i);
    next:;
    }
  retry:
#pragma omp critical
    {
      int left = 3;
    loop:
      if (--left)
        goto loop;
      turns++;
    }
    if (++retries < 3)
      goto retry;
#pragma omp barrier
#pragma omp single
    {
      if (turns < 0)
        goto out;
      turns += 0;
    out:;
    }
  }
  printf("%d\n", found);
  EXPECT_EQ(found, 30);
  EXPECT_EQ(turns % 3, 0);
  EXPECT(turns >= 3);
  return 0;
}
