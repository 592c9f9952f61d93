// tare: skip: clang loses lastprivate arrays and objects of a reference in some runs
// tare: treatment: for measured 2
// tare: treatment: sections measured 1
// lastprivate of references, arrays and objects; of collapsed and descending loops.
#include <cstdio>

struct Point {
  int x = 0, y = 0;
};

static void last(int &r, int (&a)[3], Point &p) {
#pragma omp parallel
  {
#pragma omp for lastprivate(r, a, p) schedule(dynamic, 3)
    for (int i = 40; i > 0; i--) {
      r = i;
      for (int k = 0; k < 3; k++)
        a[k] = i + k;
      p.x = i;
      p.y = -i;
    }
#pragma omp for collapse(2) lastprivate(r)
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 4; j++)
        r = 10 * i + j;
  }
}

int main() {
  int r = 0, a[3] = {0}, s = 0;
  Point p;
  last(r, a, p);
#pragma omp parallel
#pragma omp sections lastprivate(s)
  {
#pragma omp section
    s = 1;
#pragma omp section
    s = 2;
#pragma omp section
    s = 3;
  }
  std::printf("%d %d %d %d %d %d\n", r, a[0], a[2], p.x, p.y, s);
  return !(r == 43 && a[0] == 1 && a[2] == 3 && p.x == 1 && p.y == -1 && s == 3);
}
