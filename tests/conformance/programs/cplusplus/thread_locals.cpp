// thread_local and threadprivate objects of classes, copyin, copyprivate and static members.
#include "../expect.h"
#include <string>

struct Counter {
  int value = 2;
  Counter() = default;
  Counter(const Counter &) = default;
  Counter &operator=(const Counter &other) {
    value = other.value + 1;
    return *this;
  }
  ~Counter() { value = -1; }
};

static thread_local std::string name = "none";
extern Counter own;
#pragma omp threadprivate(own)
Counter own;
struct Holder {
  static int number;
#pragma omp threadprivate(number)
};
int Holder::number = 4;

int main() {
  int wrong = 0;
  own.value = 10;
  Holder::number = 6;
#pragma omp parallel copyin(own, Holder::number) reduction(+ : wrong) num_threads(2)
  {
    int given = 0;
    wrong += Holder::number != 6;
    wrong += own.value != 10 && own.value != 11;
#pragma omp critical
    name = "thread";
#pragma omp single copyprivate(given)
    given = 5;
    wrong += given != 5;
    wrong += name != "thread";
#pragma omp for
    for (int i = 0; i < 4; i++) {
      static thread_local int calls = 0;
      calls++;
      wrong += calls < 1;
    }
  }
  printf("%d %s\n", wrong, name.c_str());
  EXPECT_EQ(wrong, 0);
  return 0;
}
