// tare: treatment: task measured 5
// Tasks inside sections, critical, master, a lambda and a member function template.
#include <cstdio>

static int n;

struct Adder {
  template <class T> void add(T by) {
#pragma omp task firstprivate(by)
    {
#pragma omp atomic
      n += int(by);
    }
  }
};

int main() {
  Adder adder;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp task
#pragma omp atomic
        n += 1;
      }
#pragma omp section
      adder.add(10L);
    }
#pragma omp master
    {
#pragma omp critical
      {
#pragma omp task
#pragma omp atomic
        n += 100;
      }
      auto later = [](int by) {
#pragma omp task firstprivate(by)
        {
#pragma omp atomic
          n += by;
        }
      };
      later(1000);
      adder.add(10000.0);
#pragma omp task
      later(100000);
    }
  }
  std::printf("%d\n", n);
  return n != 111111;
}
