// tare: treatment: target outside
// begin declare target, templates and lambdas in a target region.
#include <cstdio>

#pragma omp declare target
template <class T> T square(T x) { return x * x; }
static int offset = 5;
#pragma omp end declare target

int main() {
  int sum = 0;
  double d = 0;
  auto add = [](int a, int b) { return a + b; };
#pragma omp target map(tofrom : sum, d)
  {
    for (int i = 0; i < 10; i++)
      sum = add(sum, square(i));
    d = square(1.5);
    sum += offset;
  }
  std::printf("%d %g\n", sum, d);
  return !(sum == 290 && d == 2.25);
}
