// tare: treatment: parallel for measured 2
// tare: treatment: parallel measured 1
// Functions whose results come out of regions: in return, conditions, arguments and initialisers.
#include <stdio.h>

static int sum_to(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

static int is_even(int n) {
  int odd = 0;
#pragma omp parallel reduction(| : odd)
  odd |= n & 1;
  return odd ? 0 : 1;
}

static int pick(int n) {
  if (n > 10)
    return sum_to(n);
  else if (is_even(n))
    return -n;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    ;
  return n;
}

int main(void) {
  int a = sum_to(10), b = is_even(sum_to(9)) ? pick(12) : pick(4), c = pick(4), d = pick(3);
  while (sum_to(a) < 1000)
    a++;
  printf("%d %d %d %d\n", a, b, c, d);
  return !(a == 46 && b == 66 && c == -4 && d == 3);
}
