/* SPDX-License-Identifier: Apache-2.0
 * Calls the units that it was built for: CALLS is "run_a(1000) + run_b(1000)". */
int printf(const char *, ...);
int run_a(int), run_b(int), run_c(int);

int main(void) {
  printf("%d\n", CALLS);
  return 0;
}
