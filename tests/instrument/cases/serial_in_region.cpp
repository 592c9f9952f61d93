// A function that a region calls has no serial code, though it leads to a region itself; one that
// calls itself in its own region has, but not if it does so outside of that as well.
// RUN: %case %s | %check %s
#include <cstdio>

static double a[64], b[64];
struct Vertex {
  int at;
  void gather(int n) { // in a region, through a member that a template's parameter chooses
    if (n < 100) {
      for (int j = 0; j < n; j++)
        b[at] += a[j];
    } else {
#pragma omp parallel for
      for (int j = 0; j < n; j++)
        b[j] += a[j];
    }
  }
};
static void fill(int n, double value) { // in a region and in main
  for (int j = 0; j < n; j++)
    a[j] = value;
#pragma omp parallel for
  for (int j = 0; j < n; j++)
    a[j] += 1;
}
template <class V> static void gatherAll(V *all, int n) {
  for (int i = 0; i < n; i++)
    all[i].at = i;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    all[i].gather(8);
    if (i == n)
      fill(8, 1);
  }
}
static double halves(const double *x, int n) {
  double left = 0, right = 0;
  if (n < 32)
    return x[0];
  for (int i = 0; i < n; i++)
    left += x[i] * 1e-9;
#pragma omp parallel sections
  {
#pragma omp section
    left += halves(x, n / 2);
#pragma omp section
    right += halves(x + n / 2, n / 2);
  }
  return left + right;
}
static double tree(const double *x, int n, bool top);
static double branch(const double *x, int n) { return n < 4 ? x[0] : tree(x, n, false); }
static double tree(const double *x, int n, bool top) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * 1e-9;
  if (!top)
    return sum + branch(x, n / 2) + branch(x + n / 2, n / 2);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 4; i++)
    sum += tree(x, n / 4, false);
  return sum;
}
int main() {
  static Vertex all[64];
  fill(64, 2);
  gatherAll(all, 64);
  double sum = 0;
  for (double value : b)
    sum += value;
  std::printf("%g %.3f\n", sum, halves(b, 64) + tree(b, 64, true));
}
// CHECK: void gather(int n) {
// CHECK-NOT: serial_begin
// CHECK: template <class V> static void gatherAll(V *all, int n) {
// CHECK-NEXT: { serial_begin({{.*}} for (int i = 0; i < n; i++)
// CHECK: static double halves(
// CHECK: return x[0];
// CHECK-NEXT: { serial_begin({{.*}} for (int i = 0; i < n; i++)
// CHECK: static double tree(const double *x, int n, bool top) {
// CHECK-NOT: serial_begin
// CHECK: int main() {
// CHECK: serial_begin({{.*}} fill(64, 2);
// CHECK: serial_begin({{.*}} gatherAll(all, 64);
