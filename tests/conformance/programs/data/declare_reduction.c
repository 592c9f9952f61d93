// tare: treatment: parallel for measured 1
// tare: treatment: for measured 1
// tare: treatment: parallel measured 2
// User-defined reductions with and without an initializer.
#include <stdio.h>

struct pair {
  int sum, most;
};

static void join(struct pair *out, const struct pair *in) {
  out->sum += in->sum;
  out->most = in->most > out->most ? in->most : out->most;
}

#pragma omp declare reduction(join : struct pair : join(&omp_out, &omp_in))                        \
    initializer(omp_priv = (struct pair){0, -1})
#pragma omp declare reduction(longest : int : omp_out = omp_in > omp_out ? omp_in : omp_out)

int main(void) {
  struct pair a = {0, -1}, b = {0, -1};
  int longest = 0;
#pragma omp parallel for reduction(join : a)
  for (int i = 0; i < 100; i++) {
    a.sum += i;
    a.most = i > a.most ? i : a.most;
  }
#pragma omp parallel
#pragma omp for reduction(join : b) schedule(dynamic)
  for (int i = 0; i < 50; i++) {
    b.sum += 2;
    b.most = 3 * i > b.most ? 3 * i : b.most;
  }
#pragma omp parallel reduction(longest : longest)
  longest = 42;
  printf("%d %d %d %d %d\n", a.sum, a.most, b.sum, b.most, longest);
  return !(a.sum == 4950 && a.most == 99 && b.sum == 100 && b.most == 147 && longest == 42);
}
