// Signal handlers are the program's own: none is set by anyone else, and one runs during a region.
#include "../expect.h"
#include <signal.h>
#include <string.h>
#include <sys/time.h>

static volatile sig_atomic_t seen;
static void on_signal(int number) {
  (void)number;
  seen++;
}

static int sum_of(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

int main(void) {
  int handled = 0;
  sigset_t blocked;
  for (int number = 1; number < 32; number++) {
    struct sigaction now;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_DFL &&
        now.sa_handler != SIG_IGN)
      handled++;
  }
  EXPECT_EQ(handled, 0);
  signal(SIGUSR1, on_signal);
  signal(SIGALRM, on_signal);
  EXPECT_EQ(sum_of(10), 45);
#pragma omp parallel
  {
#pragma omp critical
    raise(SIGUSR1);
#pragma omp barrier
#pragma omp single
    {
      struct itimerval soon = {{0, 0}, {0, 1000}};
      int before = seen;
      setitimer(ITIMER_REAL, &soon, NULL);
      while (seen == before)
        ;
    }
  }
  EXPECT(seen >= 2);
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  for (int number = 1; number < 32; number++)
    handled += sigismember(&blocked, number);
  printf("%d\n", handled);
  EXPECT_EQ(handled, 0);
  return 0;
}
