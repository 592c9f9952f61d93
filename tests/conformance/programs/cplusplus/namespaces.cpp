// Inline, anonymous and nested namespaces with functions of one name, ADL, local classes, using.
#include "../expect.h"

namespace outer {
inline namespace v2 {
static int value(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += 2;
  return sum;
}
} // namespace v2
namespace v1 {
static int value(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += 1;
  return sum;
}
struct Tag {};
static int found(Tag) {
  int one = 0;
#pragma omp parallel
#pragma omp single
  one = 1;
  return one;
}
} // namespace v1
} // namespace outer

namespace {
int hidden = 0;
int value(int n) {
#pragma omp parallel
#pragma omp master
  hidden = n;
  return hidden;
}
namespace {
int deeper(long) {
#pragma omp critical
  hidden++;
  return hidden;
}
int deeper(int) {
#pragma omp critical
  hidden += 10;
  return hidden;
}
} // namespace
} // namespace

extern "C" {
static int c_function(int n) {
  int most = 0;
#pragma omp parallel reduction(max : most)
  most = n;
  return most;
}
}

int main() {
  struct Local {
    int n;
    int sum() const {
      struct Inner {
        static int one(int x) {
          int sum = 0;
#pragma omp parallel for reduction(+ : sum)
          for (int i = 0; i < x; i++)
            sum++;
          return sum;
        }
      };
      int total = 0;
#pragma omp parallel for reduction(+ : total)
      for (int i = 0; i < n; i++)
        total += i;
      return total + Inner::one(n);
    }
  };
  using outer::v1::Tag;
  namespace o = outer;
  printf("%d %d %d %d %d\n", o::value(3), outer::v1::value(3), ::value(3), found(Tag()),
         Local{5}.sum());
  EXPECT_EQ(o::value(3) + outer::v1::value(3), 9);
  EXPECT_EQ(deeper(1), 13);
  EXPECT_EQ(deeper(1L), 14);
  EXPECT_EQ(c_function(4), 4);
  EXPECT_EQ(Local{5}.sum(), 15);
  return 0;
}
