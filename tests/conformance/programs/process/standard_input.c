// tare: stdin: 3 4 5\n6\n
// tare: args: one 'two words'
// Reads standard input and its arguments around regions.
#include "../expect.h"
#include <string.h>

int main(int argc, char **argv) {
  int number, sum = 0, letters = 0;
  while (scanf("%d", &number) == 1) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < number; i++)
      sum++;
  }
#pragma omp parallel for reduction(+ : letters)
  for (int i = 1; i < argc; i++)
    letters += (int)strlen(argv[i]);
  printf("%d %d\n", sum, letters);
  EXPECT_EQ(sum, 18);
  EXPECT_EQ(letters, 12);
  return 0;
}
