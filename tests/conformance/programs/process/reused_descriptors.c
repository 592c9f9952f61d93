// The program closes descriptors it does not know and opens its own in their place: nobody else
// writes to them, however many regions follow, nor closes them as threads end.
#include "../expect.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOW = 64, FIRST = 601, LAST = 640 }; // 600 may be a profile

static int sum_of(int n, int threads) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(threads)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

int main(void) {
  int own[8];
  struct stat now;
  EXPECT_EQ(sum_of(10, 4), 45);
  for (int fd = 3; fd < LAST; fd++)
    if (fd < LOW || fd >= FIRST)
      close(fd);
  for (int i = 0; i < 8; i++) {
    char name[] = "./own-XXXXXX";
    own[i] = mkstemp(name);
    EXPECT(own[i] > 0);
    unlink(name);
  }
  for (int fd = FIRST; fd < LAST; fd++)
    EXPECT_EQ(dup2(own[fd % 8], fd), fd);
  for (int round = 0; round < 20000; round++)
    sum_of(3, 4);
  sum_of(3, 2); // the others may end
  usleep(100000);
  sum_of(3, 2);
  for (int fd = FIRST; fd < LAST; fd++)
    EXPECT(fcntl(fd, F_GETFD) >= 0);
  for (int i = 0; i < 8; i++) {
    EXPECT(fstat(own[i], &now) == 0);
    EXPECT_EQ(now.st_size, 0);
    EXPECT_EQ(now.st_blocks, 0);
  }
  printf("untouched\n");
  return 0;
}
