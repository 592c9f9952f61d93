// asm statements, asm goto, register variables and asm labels beside constructs.
#include "../expect.h"

static int renamed(int) __asm__("another_name");
static int renamed(int n) { return n + 1; }
__asm__(".section .note.tare_test,\"\",@note\n\t.previous");

static int jump(int n) {
  int result = 0;
#pragma omp parallel reduction(+ : result)
#pragma omp single
  {
    __asm__ goto("" : : : : away);
    result = n;
    if (0) {
    away:
      result = -1;
    }
  }
  return result;
}

int main(void) {
  int sum = 0;
  __asm__ volatile("" ::: "memory");
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++) {
    int copy;
    __asm__("" : "=r"(copy) : "0"(i));
    __asm__ __volatile__(""
                         : "+r"(copy)
                         :
                         : "memory");
    sum += copy;
  }
#pragma omp parallel
  {
    __asm__ volatile("" ::: "memory");
#pragma omp critical
    asm volatile("# { ; }" : "+m"(sum));
#pragma omp barrier
    __asm__ volatile("");
  }
  printf("%d %d %d\n", sum, jump(4), renamed(1));
  EXPECT_EQ(sum, 45);
  EXPECT_EQ(jump(4), 4);
  return 0;
}
