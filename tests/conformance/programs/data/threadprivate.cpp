// tare: treatment: parallel measured 4
// threadprivate objects, static members and function statics keep their values.
#include <cstdio>
#include <omp.h>

struct Counter {
  int n = 10;
  static int every;
#pragma omp threadprivate(every)
};
int Counter::every = 2;

extern Counter counter;
#pragma omp threadprivate(counter)
Counter counter;

static int next() {
  static int calls = 0;
#pragma omp threadprivate(calls)
  return ++calls;
}

int main() {
  int bad = 0;
  omp_set_dynamic(0);
#pragma omp parallel reduction(+ : bad)
  {
    counter.n += omp_get_thread_num();
    Counter::every *= 2;
    bad += next() != 1;
  }
#pragma omp parallel reduction(+ : bad)
  {
    bad += counter.n != 10 + omp_get_thread_num();
    bad += Counter::every != 4;
    bad += next() != 2;
  }
  Counter::every = 77;
#pragma omp parallel copyin(Counter::every) reduction(+ : bad)
  bad += Counter::every != 77;
  int size = 0;
#pragma omp parallel
#pragma omp single copyprivate(Counter::every)
  {
    Counter::every = 5;
    size = omp_get_num_threads() > 0;
  }
  std::printf("%d %d %d\n", bad, size, Counter::every);
  return bad != 0;
}
