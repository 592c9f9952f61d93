// Commands are started by system and popen within regions; their output and status are theirs.
#include "../expect.h"
#include <string.h>
#include <sys/wait.h>

int main(void) {
  char line[64] = "";
  int status = -1;
#pragma omp parallel
  {
#pragma omp single
    status = system("exit 4");
#pragma omp master
    {
      FILE *pipe = popen("echo hello", "r");
      if (pipe) {
        if (!fgets(line, sizeof line, pipe))
          line[0] = 0;
        pclose(pipe);
      }
    }
  }
  printf("%d %s", WEXITSTATUS(status), line);
  EXPECT_EQ(WEXITSTATUS(status), 4);
  EXPECT(!strcmp(line, "hello\n"));
  return 0;
}
