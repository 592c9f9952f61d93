// Raw strings over several lines that look like directives, braces and comments.
#include "../expect.h"
#include <string>

static const std::string text = R"(
#pragma omp parallel for
for (;;) { /* "
# 1 "elsewhere.c"
#pragma omp critical
)";

int main() {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++) {
    const std::string inner = R"x(
#pragma omp single
}}}})" // )x";
    sum += inner.size() == 30;
  }
#pragma omp parallel
#pragma omp single
  sum += static_cast<int>(text.size()) + __LINE__;
  printf("%d %zu\n", sum, text.size());
  EXPECT_EQ(sum, 10 + static_cast<int>(text.size()) + 23);
  return 0;
}
