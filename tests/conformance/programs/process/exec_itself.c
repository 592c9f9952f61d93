// tare: status: CUT_OFF
// tare: profiles: 2
// The program has a region, replaces itself by itself with another argument, and has one again.
#include "../expect.h"
#include <unistd.h>

int main(int argc, char **argv) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i * argc;
  EXPECT_EQ(sum, 45 * argc);
  if (argc == 1) {
    execl("/proc/self/exe", argv[0], "again", (char *)0);
    return 2;
  }
  printf("%d %s\n", sum, argv[1]);
  return 0;
}
