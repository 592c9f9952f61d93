// fork() by one thread within a region, and exec in the child.
#include "../expect.h"
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int status = -1, sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp master
    {
      pid_t child = fork();
      if (child == 0) {
        execl("/bin/sh", "sh", "-c", "exit 7", (char *)0);
        _exit(1);
      }
      waitpid(child, &status, 0);
    }
#pragma omp for
    for (int i = 0; i < 10; i++)
      sum += i;
  }
  EXPECT(WIFEXITED(status));
  printf("%d %d\n", WEXITSTATUS(status), sum);
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_EQ(sum, 45);
  return 0;
}
