// Members, overloads and templates lead to a region where Clang knows what they call; a name that
// is another function's does not.
// RUN: %case %s | %check %s
#include <cstdio>

struct Grid {
  double v[32] = {};
  void sweep();
  void clear() {
    for (double &x : v)
      x = 0;
  }
};
void Grid::sweep() {
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    v[i] += i;
}
template <class G> void relax(G &g) {
  g.clear();
  for (int i = 0; i < 32; i++)
    g.v[i] = i;
}
static void smooth(Grid &g) { g.sweep(); }
template <class G> void smooth(G &g, int n) {
  for (int i = 0; i < n; i++)
    smooth(g);
}
struct Other {
  int count = 0;
  int run() {
    for (int i = 0; i < 3; i++)
      count += i;
    return count;
  }
};
namespace app {
class App {
public:
  int run() {
    relax(grid_);
    smooth(grid_, 3);
    auto first = static_cast<int>(grid_.v[3]);
    return first;
  }

private:
  Grid grid_;
};
} // namespace app

struct Pair {
  Pair(int first, int second) : sum(first + second) {}
  int sum;
};

int main() {
  Other other;
  Pair pair(1, 2), twice(3, 4);
  Pair one(pair.sum, 2), copy = one;
  Pair made{twice.sum, 2};
  Pair same = made;
  auto *kept = new Pair(same.sum, copy.sum);
  delete kept;
  int count = other.run();
  std::printf("%d\n", count);
  app::App app;
  return app.run() - 12;
}
// CHECK-NOT: serial_begin
// CHECK: static void smooth(Grid &g) { { serial_begin({{.*}} g.sweep(); serial_end({{.*}} } }
// CHECK-NEXT: template <class G> void smooth(G &g, int n) {
// CHECK-NEXT: { serial_begin({{.*}} for (int i = 0; i < n; i++)
// CHECK-NEXT: smooth(g); serial_end(
// CHECK: int run() {
// CHECK-NEXT: for (int i = 0; i < 3; i++)
// CHECK: int run() {
// CHECK-NEXT: { serial_begin({{.*}} relax(grid_); serial_end(
// CHECK-NEXT: { serial_begin({{.*}} smooth(grid_, 3); serial_end(
// CHECK: int main() {
// CHECK-NEXT: Other other;
// CHECK-NEXT: serial_begin({{.*}} Pair pair(1, 2), twice(3, 4); serial_end(
// CHECK-NEXT: serial_begin({{.*}} Pair one(pair.sum, 2), copy = one; serial_end(
// CHECK-NEXT: serial_begin({{.*}} Pair made{twice.sum, 2}; serial_end(
// CHECK-NEXT: Pair same = made;
// CHECK-NEXT: serial_begin({{.*}} auto *kept = new Pair(same.sum, copy.sum); serial_end(
// CHECK-NEXT: delete kept;
// CHECK-NEXT: serial_begin({{.*}} int count = other.run(); serial_end(
// CHECK-NEXT: { serial_begin({{.*}} std::printf(
// CHECK: NODE call#{{[0-9]+}} line 61 [Pair::Pair] measured ()
// CHECK: NODE call#{{[0-9]+}} line 65 [Other::run] measured ()
