// The program closes every file descriptor it does not know, as daemons do, and changes its folder.
#include "../expect.h"
#include <unistd.h>

static int sum_of(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

int main(void) {
  EXPECT_EQ(sum_of(10), 45);
  for (int fd = 3; fd < 256; fd++)
    close(fd);
  EXPECT(chdir("/") == 0);
  EXPECT_EQ(sum_of(20), 190);
  printf("closed\n");
  fclose(stderr);
  EXPECT_EQ(sum_of(30), 435);
  return 0;
}
