// How often private copies are made, assigned and destroyed, and when objects of a region end.
#include "../expect.h"

static int alive, made, copied, ended;
struct Tracked {
  int value = 0;
  Tracked() { note(made, 1); }
  Tracked(const Tracked &other) : value(other.value) { note(copied, 1); }
  Tracked &operator=(const Tracked &other) = default;
  ~Tracked() { note(ended, -1); }
  static void note(int &counter, int change) {
#pragma omp atomic
    counter++;
#pragma omp atomic
    alive += change;
  }
};
#pragma omp declare reduction(join:Tracked : omp_out.value += omp_in.value)

struct Guard {
  int &depth;
  explicit Guard(int &d) : depth(d) {
#pragma omp atomic
    depth++;
  }
  ~Guard() {
#pragma omp atomic
    depth--;
  }
};

int main() {
  int team = 0, depth = 0, left = 0;
  {
    Tracked one, two, three, sum;
    one.value = 5;
    made = copied = ended = 0;
#pragma omp parallel num_threads(2) firstprivate(one) private(two) reduction(+ : team, left)
    {
      Guard guard(depth);
      team++;
      two.value = one.value;
      left += two.value;
      {
        Tracked local;
        local.value = 1;
      }
    }
    EXPECT_EQ(depth, 0);
    EXPECT_EQ(copied, team);
    EXPECT_EQ(made, 2 * team);
    EXPECT_EQ(ended, 3 * team);
    EXPECT_EQ(left, 5 * team);
#pragma omp parallel for lastprivate(three) reduction(join : sum)
    for (int i = 0; i < 10; i++) {
      Guard guard(depth);
      three.value = i;
      sum.value += i;
    }
    EXPECT_EQ(three.value, 9);
    EXPECT_EQ(sum.value, 45);
    EXPECT_EQ(alive, 4);
    copied = 0;
#pragma omp parallel
    {
#pragma omp single firstprivate(one)
      {
        Guard guard(depth);
        one.value++;
      }
#pragma omp critical
      Guard guard(depth);
      if (Tracked only; only.value == 0) {
#pragma omp master
#pragma omp task firstprivate(one) shared(left)
        left = one.value;
#pragma omp taskwait
      }
    }
  }
  printf("%d %d %d\n", alive, depth, left);
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(depth, 0);
  EXPECT_EQ(left, 5);
  return 0;
}
