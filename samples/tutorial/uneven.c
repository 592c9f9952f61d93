/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts the pairs i > j that have no common divisor. Tutorial, program 1: the loop is shared out in
 * two halves of as many iterations, and the second half has three times the work.
 */
#include <stdio.h>
#include <stdlib.h>

static int gcd(int a, int b) {
  while (b) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 6000;
  long pairs = 0;
#pragma omp parallel for reduction(+ : pairs) schedule(static)
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j < i; ++j)
      pairs += gcd(i, j) == 1;
  printf("%ld pairs\n", pairs);
  return 0;
}
