// fork() before the first region: parent and child have regions of their own.
// tare: profiles: 2
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
  int status = 0;
  pid_t child = fork();
  EXPECT(child >= 0);
  if (child == 0)
    return sum_of(8) == 28 ? 3 : 4;
  EXPECT_EQ(sum_of(10), 45);
  EXPECT(waitpid(child, &status, 0) == child);
  EXPECT(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 3);
  printf("both\n");
  return 0;
}
