// tare: treatment: for measured 9
// Unsigned, pointer, iterator, range-for, downward and stepped loops; the variable may be declared
// before the loop.
#include <cstdio>
#include <vector>

int main() {
  std::vector<int> v(40, 1);
  int a[40] = {0};
  long n[9] = {0};
  int i;
  unsigned u;
#pragma omp parallel
  {
#pragma omp for
    for (i = 0; i < 40; i++)
      a[i] = i;
#pragma omp for reduction(+ : n[ : 9])
    for (unsigned long k = 0; k < 40ul; ++k)
      n[0] += a[k];
#pragma omp for reduction(+ : n[ : 9])
    for (int *p = a; p < a + 40; p += 3)
      n[1] += *p;
#pragma omp for reduction(+ : n[ : 9])
    for (std::vector<int>::iterator it = v.begin(); it < v.end(); ++it)
      n[2] += *it;
#pragma omp for reduction(+ : n[ : 9])
    for (int &x : v)
      n[3] += x;
#pragma omp for reduction(+ : n[ : 9])
    for (u = 40; u > 0; --u)
      n[4] += a[u - 1];
#pragma omp for reduction(+ : n[ : 9])
    for (int k = 39; k >= 0; k = k - 2)
      n[5] += a[k];
#pragma omp for reduction(+ : n[ : 9])
    for (int k = 0; k != 40; k++)
      n[6] += a[k];
#pragma omp for reduction(+ : n[ : 9])
    for (long long k = 5; 40 > k; k = 5 + k)
      n[7] += a[k];
  }
  for (int k = 0; k < 8; k++)
    std::printf("%ld ", n[k]);
  std::printf("\n");
  return !(n[0] == 780 && n[1] == 273 && n[2] == 40 && n[3] == 40 && n[4] == 780 && n[5] == 400 &&
           n[6] == 780 && n[7] == 140);
}
