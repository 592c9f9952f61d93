// Virtual members with constructs, orphaned worksharing in overriders, multiple inheritance, static
// locals.
#include "../expect.h"
#include <memory>
#include <vector>

static long sum = 0;

struct Shape {
  virtual ~Shape() = default;
  virtual void add() const = 0;
};
struct Named {
  virtual int name() const {
    int length = 0;
#pragma omp parallel for reduction(+ : length)
    for (int i = 0; i < 4; i++)
      length++;
    return length;
  }
};
struct Square : Shape, virtual Named {
  int side = 3;
  void add() const override {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < side; i++)
      sum += side;
  }
};
struct Cube final : Square {
  void add() const final {
    Square::add();
#pragma omp single
    sum += 100;
  }
  int name() const override { return Named::name() + calls(); }
  static int calls() {
    static int first = [] {
      int n = 0;
#pragma omp parallel
#pragma omp master
      n = 40;
      return n;
    }();
#pragma omp critical
    first++;
    return first;
  }
};

int main() {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>());
  shapes.push_back(std::make_unique<Cube>());
#pragma omp parallel
  for (const auto &shape : shapes)
    shape->add();
  const auto *cube = dynamic_cast<const Named *>(shapes[1].get());
  const int name = cube->name();
  printf("%ld %d\n", sum, name);
  EXPECT_EQ(sum, 118);
  EXPECT_EQ(name, 45);
  EXPECT_EQ(cube->name(), 46);
  return 0;
}
