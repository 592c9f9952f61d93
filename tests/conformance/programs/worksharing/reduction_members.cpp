// tare: treatment: for measured 2
// Members in clauses, in a member function; a reference as a reduction variable.
#include <cstdio>

struct Sum {
  int total = 0, least = 1000, last = 0;
  void run(int n) {
#pragma omp parallel
    {
#pragma omp for reduction(+ : total) reduction(min : least)
      for (int i = 0; i < n; i++) {
        total += i;
        least = i - 5 < least ? i - 5 : least;
      }
#pragma omp for lastprivate(last)
      for (int i = 0; i < n; i++)
        last = i;
    }
  }
};

static void add(int &sum) {
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
}

int main() {
  Sum s;
  s.run(60);
  add(s.total);
  std::printf("%d %d %d\n", s.total, s.least, s.last);
  return !(s.total == 1770 + 45 && s.least == -5 && s.last == 59);
}
