// What a call throws may leave a loop, or serial code, and be caught behind it: there a cleanup ends
// it. Outside of a try block, and where nothing is thrown, it has the plain probes.
// RUN: %case %s | %check %s
#include <cstdio>
#include <stdexcept>

static int limit = 3;

static int checked(int i) {
  if (i >= limit)
    throw std::runtime_error("too much");
  return i;
}
static int safe(int i) noexcept { return i; }

static int regions() {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    try {
      for (int i = 0; i < 9; i++)
        sum += checked(i);
    } catch (const std::exception &) {
      for (int i = 0; i < 3; i++)
        sum += checked(i);
    }
    try {
      for (int i = 0; i < 9; i++)
        sum += safe(i);
#pragma omp critical
      for (int i = 0; i < 3; i++)
        sum += checked(i);
      [&] {
        for (int i = 0; i < 3; i++)
          sum += checked(i);
      }();
    } catch (...) {
    }
  }
  return sum;
}

int main() {
  int sum = regions();
  try {
    for (int i = 0; i < 9; i++)
      sum += checked(i);
  } catch (const std::exception &) {
  }
  try {
    int more = checked(5);
    sum += more;
  } catch (const std::exception &) {
    int more = checked(2);
    sum += more;
  }
  std::printf("%d\n", sum);
}
// CHECK: try {
// CHECK-NEXT: { unsigned long [[N:tare_n[0-9]+]] = 0; struct tare_loop {{tare_w[0-9]+}} __attribute__((cleanup(tare_left_loop))) = {[[ID:[0-9]+]]u, &[[N]]}; work_begin(&tare_m, [[ID]]u); for (int i = 0; i < 9; i++)
// CHECK-NEXT: { ++[[N]]; sum += checked(i); } }
// CHECK-NEXT: } catch
// CHECK-NEXT: { unsigned long {{tare_n[0-9]+}} = 0; work_begin(
// CHECK: try {
// CHECK-NEXT: { unsigned long {{tare_n[0-9]+}} = 0; work_begin(
// CHECK-NOT: cleanup
// CHECK: int sum = regions();
// CHECK: try {
// CHECK-NEXT: { unsigned int {{tare_s[0-9]+}} __attribute__((cleanup(tare_left_serial))) = {{[0-9]+}}u; serial_begin(
// CHECK: try {
// CHECK-NEXT: unsigned int [[S:tare_s[0-9]+]] __attribute__((cleanup(tare_left_serial))) = {{[0-9]+}}u; serial_begin({{.*}}); int more = checked(5); [[S]] = ~0u; serial_end(
// CHECK: catch
// CHECK-NEXT: serial_begin({{.*}}); int more = checked(2); serial_end(
// CHECK: NODE loop#0 line 21 [] measured () iterations
