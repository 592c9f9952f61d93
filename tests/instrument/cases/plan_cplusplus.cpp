// Identities with spaces and brackets: operators, templates, lambdas.
// PLAN: tare-plan 1
// PLAN: leave-out plan_cplusplus.cpp#Sum::operator()#critical#0 short
// PLAN: leave-out plan_cplusplus.cpp#Sum::operator int#critical#0 short
// PLAN: leave-out plan_cplusplus.cpp#add#for#0 short
// PLAN: leave-out plan_cplusplus.cpp#Row<int, 2>::mark#critical#0 short
// RUN: sed -n 's,^// PLAN: ,,p' %s > %t.plan
// RUN: %case %s '--more=--plan %t.plan' | %check %s
#include <cstdio>

struct Sum {
  int n = 0;
  void operator()(int more) {
#pragma omp critical
    n += more;
  }
  operator int() {
    int now;
#pragma omp critical
    now = n;
    return now;
  }
};

template <class T> T add(T n) {
  T sum = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < int(n); i++)
      sum += 1;
  }
  return sum;
}

template <class T, int n> struct Row;
template <> struct Row<int, 2> {
  static void mark(int &sum) {
#pragma omp critical
    sum++;
  }
};

int main() {
  Sum sum;
  int marks = 0;
  Row<int, 2>::mark(marks);
  auto twice = [&](int i) {
#pragma omp critical(twice)
    sum(2 * i);
  };
  sum(1);
  twice(add(3));
  twice(int(add(2.0)));
  std::printf("%d %d\n", int(sum), marks);
}
// CHECK: NODE critical#0 line 14 [critical] left out by the plan (short)
// CHECK: NODE critical#0 line 19 [critical] left out by the plan (short)
// CHECK: NODE for#0 line 29 {{.*}} left out by the plan (short)
// CHECK: NODE critical#0 line 39 [critical] left out by the plan (short)
// CHECK: NODE critical#0 line 49 [critical(twice)] measured
