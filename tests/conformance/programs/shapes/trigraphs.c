// tare: flags: -std=c99
// Trigraphs spell pragmas, braces, brackets and continuation lines.
??=include "../expect.h"

int main(void) ??<
  int sum = 0, data??(20??);
??=pragma omp parallel for ??/
    schedule(dynamic, 2)
  for (int i = 0; i < 20; i++)
    data??(i??) = i;
??=pragma omp parallel
  ??<
??=pragma omp for reduction(+ : sum)
    for (int i = 0; i < 20; i++) ??<
      sum += data??(i??) ??! 0;
    ??>
??=pragma omp critical
    sum += 0; ??>
  printf("%d ??/n", sum);
  EXPECT_EQ(sum, 190);
  return 0;
??>
