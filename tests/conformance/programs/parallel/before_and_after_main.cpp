// tare: treatment: parallel measured 2
// tare: treatment: parallel for measured 1
// Regions run before main, in main, and in a destructor after it.
#include <cstdio>

struct Early {
  int sum = 0;
  Early() {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 50; i++)
      sum += i;
  }
  ~Early() {
    int bad = 0;
#pragma omp parallel reduction(+ : bad)
    bad += sum != 1225;
    std::printf("after main %d\n", bad);
  }
};

static Early early;

int main() {
  int n = 0;
#pragma omp parallel
#pragma omp single
  n++;
  std::printf("main %d %d\n", early.sum, n);
  return early.sum != 1225;
}
