// tare: treatment: for measured 2
// tare: treatment: sections measured 1
// tare: treatment: single measured 1
// Copies of an object in each kind of worksharing are counted.
#include <atomic>
#include <cstdio>
#include <omp.h>

static std::atomic<int> made, copied, assigned, gone;

struct Counted {
  int v;
  explicit Counted(int v = 1) : v(v) { made++; }
  Counted(const Counted &o) : v(o.v) { copied++; }
  Counted &operator=(const Counted &o) {
    v = o.v;
    assigned++;
    return *this;
  }
  ~Counted() { gone++; }
};

int main() {
  int bad = 0;
  omp_set_dynamic(0);
  {
    Counted c(5);
#pragma omp parallel num_threads(2) reduction(+ : bad)
    {
#pragma omp for firstprivate(c) lastprivate(c)
      for (int i = 0; i < 8; i++)
        c.v = i;
      bad += c.v != 7;
#pragma omp barrier
#pragma omp sections firstprivate(c)
      {
#pragma omp section
        c.v++;
#pragma omp section
        c.v++;
      }
#pragma omp single private(c)
      c.v = 100;
#pragma omp for private(c) nowait
      for (int i = 0; i < 4; i++)
        c.v = i;
    }
    bad += c.v != 7;
  }
  std::printf("made %d copied %d assigned %d gone %d bad %d\n", made.load(), copied.load(),
              assigned.load(), gone.load(), bad);
  return bad != 0 || made + copied != gone;
}
