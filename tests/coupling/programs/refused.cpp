#include <memory>
#include <string>
#include <utility>
#include <vector>
#include <cstdio>
struct Solver {
  int member(int x) { return x; }
  static int shared(int x) { return x; }
};
static int copied(std::vector<int> v) { return int(v.size()); }
static int given(std::string &&text) { return int(text.size()); }
static int temporary(const std::string &text) { return int(text.size()); }
static int early(int x) { return x; }
static int before_main = early(3);
constexpr int constant(int x) { return x; }
template <class T> int generic(T x) { return int(x); }
template <class T> int dependent(T x) { return generic(x); }
template <class F> int lambda(F f) { return f(); }
static int good(int x) { return x; }
constexpr int uses(int x) { return x > 0 ? x : good(x); }
int main() {
  Solver s;
  int k = s.member(1) + Solver::shared(2) + copied(std::vector<int>(3)) + given(std::string("four"));
  k += temporary("five") + before_main + constant(6) + dependent(7) + lambda([] { return 8; });
  std::printf("%d %d\n", k + good(9), uses(1));
}
