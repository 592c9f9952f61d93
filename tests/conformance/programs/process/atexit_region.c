// Functions given to atexit have regions, run after main has returned.
#include "../expect.h"
#include <string.h>
#include <unistd.h>

static int counted;

static int sum_of(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}

static void last(void) {
  const char *text = counted == 2 && sum_of(4) == 6 ? "right\n" : "wrong\n";
  if (write(1, text, strlen(text)) < 0 || text[0] == 'w')
    _exit(1);
}

static void first(void) {
#pragma omp parallel
#pragma omp single
  counted++;
}

int main(void) {
  EXPECT(atexit(last) == 0);
  EXPECT(atexit(first) == 0);
  EXPECT(atexit(first) == 0);
  EXPECT_EQ(sum_of(10), 45);
  return 0;
}
