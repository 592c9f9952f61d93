// Conditions of serial C++: with declarations, in templates, and such as an exception leaves.
// RUN: %case %s | %check %s
#include <cstdio>
#include <stdexcept>

static double v[32];
static double sum() {
  double s = 0;
  for (double each : v)
    s += each;
  return s;
}
static int checked(int n) {
  if (n > 3)
    throw std::runtime_error("too many");
  return n;
}
static constexpr bool wide() { return sizeof(long) == 8; }
template <class T> static int about(T limit) {
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    v[i] += 1;
  if (sum() > limit)
    return 1;
  return 0;
}

int main() {
  int met = about(8.0) + about(100.0f);
  if (int n = checked(2); n > 1)
    met += n;
  if (int n = checked(3))
    met += n;
  else
    met -= n;
  if constexpr (wide())
    met += 7;
  for (int k = 0; k < 6; k++) {
    try {
      if (checked(k) > 1)
        met += k;
      else
        met += about(double(k));
    } catch (const std::exception &e) {
      std::puts(e.what());
      if (k > 4)
        break;
    }
  }
  if (sum() > 0) [[likely]]
    met++;
  std::printf("%d\n", met);
}
// CHECK: template <class T> static int about(T limit) {
// CHECK: { serial_begin({{.*}} if (sum() > limit)
// CHECK-NEXT: { serial_end({{.*}} return 1; } else { serial_end(
// CHECK: int main() {
// CHECK: { serial_begin({{.*}} if (int n = checked(2); n > 1)
// CHECK-NEXT: { serial_end({{.*}} met += n; } else { serial_end(
// CHECK-NEXT: { serial_begin({{.*}} if (int n = checked(3))
// CHECK-NEXT: { serial_end({{.*}} met += n; }
// CHECK-NEXT: else
// CHECK-NEXT: { serial_end({{.*}} met -= n; } }
// CHECK-NEXT: {{^ *}}if constexpr (wide())
// CHECK: try {
// CHECK-NEXT: { unsigned int tare_s[[L:[0-9]+]] __attribute__((cleanup(tare_left_serial))) = [[N:[0-9]+]]u; serial_begin(&tare_m, [[N]]u); if (checked(k) > 1)
// CHECK-NEXT: { tare_s[[L]] = ~0u; serial_end(&tare_m, [[N]]u, 1ul); met += k; }
// CHECK-NEXT: else
// CHECK-NEXT: { tare_s[[L]] = ~0u; serial_end(&tare_m, [[N]]u, 1ul); {{.*}} met += about(double(k));
// CHECK: { serial_begin({{.*}} if (sum() > 0) { serial_end({{.*}} {{\[\[}}likely]]
