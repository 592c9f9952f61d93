// tare: treatment: parallel measured 2
// tare: treatment: parallel for measured 2
// Private copies are constructed and destroyed as often as without probes.
#include <atomic>
#include <cstdio>
#include <omp.h>

static std::atomic<int> made, copied, assigned, gone;

struct Counted {
  int value = 0;
  Counted() { made++; }
  Counted(const Counted &other) : value(other.value) { copied++; }
  Counted &operator=(const Counted &other) {
    value = other.value;
    assigned++;
    return *this;
  }
  ~Counted() { gone++; }
};

static void say(const char *what) {
  std::printf("%s: made %d copied %d assigned %d gone %d\n", what, made.load(), copied.load(),
              assigned.load(), gone.load());
  made = copied = assigned = gone = 0;
}

int main() {
  omp_set_dynamic(0);
  {
    Counted c;
#pragma omp parallel private(c) num_threads(3)
    c.value = 1;
    say("private");
#pragma omp parallel firstprivate(c) num_threads(3)
    c.value++;
    say("firstprivate");
#pragma omp parallel for firstprivate(c) num_threads(2)
    for (int i = 0; i < 10; i++)
      c.value++;
    say("for firstprivate");
#pragma omp parallel for lastprivate(c) num_threads(2)
    for (int i = 0; i < 10; i++)
      c.value = i;
    std::printf("last %d\n", c.value);
    say("for lastprivate");
  }
  say("end");
  return 0;
}
