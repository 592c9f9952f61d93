// fork() after a region: the child does serial work only, and ends by _exit; the parent goes on.
#include "../expect.h"
#include <sys/wait.h>
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
  for (int round = 0; round < 3; round++) {
    int status = 0, sum = 0;
    pid_t child = fork();
    EXPECT(child >= 0);
    if (child == 0) {
#pragma omp critical
      sum = 5;
#pragma omp atomic
      sum++;
      _exit(sum);
    }
    EXPECT(waitpid(child, &status, 0) == child);
    EXPECT(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 6);
    EXPECT_EQ(sum_of(20), 190);
  }
  printf("parent\n");
  return 0;
}
