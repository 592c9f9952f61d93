// What a statement of serial C++ computes with, or declares together, is bracketed as a whole; code
// in it that is not executed with it is not.
// RUN: %case %s | %check %s
#include <cstdio>
#include <string>

struct Grid {
  double v[32] = {};
  Grid() = default;
  explicit Grid(double x) {
    for (double &each : v)
      each = x;
  }
  double sum() const {
    double s = 0;
    for (double each : v)
      s += each;
    return s;
  }
};
static double one(double x) { return x + 1; }
template <class T> T twice(T x) { return x + x; }

int main() {
  Grid plain, filled(2), more{3};
  auto total = filled.sum() + more.sum(), product = twice(total) * 2;
  auto later = [&] { return one(total) + one(product); };
  bool quiet = noexcept(one(1)) && true;
  std::string text = "n " + std::to_string(3);
  std::size_t length = text.size() + 1;
  double &reference = total, copied = reference + one(2);
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    plain.v[i] = copied;
  try {
    total = one(total) - one(product);
  } catch (int) {
  }
  std::printf("%g\n", total + later() + double(quiet) + double(length));
  return plain.sum() > 0 ? 0 : 1;
}
// CHECK: int main() {
// CHECK-NEXT: {{^ *}}serial_begin({{.*}} Grid plain, filled(2), more{3}; serial_end(
// CHECK-NEXT: {{^ *}}serial_begin({{.*}} auto total = filled.sum() + more.sum(), product = twice(total) * 2; serial_end(
// CHECK-NEXT: {{^ *}}auto later = [&] { return one(total) + one(product); };
// CHECK-NEXT: {{^ *}}bool quiet = noexcept(one(1)) && true;
// CHECK-NEXT: {{^ *}}std::string text = "n " + std::to_string(3);
// CHECK-NEXT: {{^ *}}std::size_t length = text.size() + 1;
// CHECK-NEXT: {{^ *}}serial_begin({{.*}} double &reference = total, copied = reference + one(2); serial_end(
// CHECK: try {
// CHECK-NEXT: { {{.*}}cleanup(tare_left_serial){{.*}} total = one(total) - one(product);
// CHECK: { serial_begin({{.*}} std::printf(
// CHECK-NEXT: { {{.*}} return plain.sum() > 0 ? 0 : 1;
