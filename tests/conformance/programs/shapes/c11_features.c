// tare: flags: -std=c11
// _Generic, _Atomic, _Thread_local, _Static_assert, _Alignas, anonymous members, compound literals.
#include "../expect.h"
#include <stdatomic.h>

#define KIND(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)

static _Thread_local int mine;
static int own;
#pragma omp threadprivate(own)
static atomic_int hits;
_Atomic(long) total;
struct point {
  union {
    struct {
      int x, y;
    };
    int both[2];
  };
};

int main(void) {
  _Alignas(64) int sum = 0;
  struct point p = {.x = 1, .y = 2};
#pragma omp parallel reduction(+ : sum)
  {
    _Static_assert(sizeof(int) == 4, "int");
    mine = 1;
    own = 2;
#pragma omp for
    for (int i = 0; i < 20; i++) {
      hits++;
      atomic_fetch_add_explicit(&total, i, memory_order_relaxed);
      sum += KIND(i) + KIND(1.0) + KIND("x") + KIND(&p);
    }
#pragma omp critical
    sum += (struct point){.both = {mine, own}}.both[1] - 2;
#pragma omp single
    sum += p.both[1] + ((int[]){4, 5, 6})[2];
    _Atomic int local = mine;
    local++;
    sum += local - 2;
  }
  printf("%d %d %ld\n", sum, atomic_load(&hits), (long)total);
  EXPECT_EQ(sum, 200 + 8);
  EXPECT_EQ(hits, 20);
  EXPECT_EQ(total, 190);
  return 0;
}
