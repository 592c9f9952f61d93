// tare: treatment: task measured 2
// Copies of an object for tasks are made and destroyed as often as without probes.
#include <atomic>
#include <cstdio>

static std::atomic<int> copied, gone, sum;

struct Counted {
  int v = 1;
  Counted() = default;
  Counted(const Counted &o) : v(o.v) { copied++; }
  ~Counted() { gone++; }
};

int main() {
  {
    Counted c;
#pragma omp parallel
#pragma omp single
    {
      for (int i = 0; i < 10; i++) {
#pragma omp task firstprivate(c)
        sum += c.v;
      }
#pragma omp task shared(c) if (0)
      sum += c.v;
#pragma omp taskwait
    }
  }
  std::printf("%d %d %d\n", sum.load(), copied >= 10, copied + 1 == gone);
  return !(sum == 11 && copied + 1 == gone);
}
