// tare: flags: -std=c++20
// std::source_location and __builtin_LINE in constructs give the place in the program's own text.
#include "../expect.h"
#include <source_location>
#include <string_view>

static unsigned line(std::source_location where = std::source_location::current()) {
  return where.line();
}
static bool named(std::string_view name,
                  std::source_location where = std::source_location::current()) {
  return std::string_view(where.file_name()).ends_with(name);
}
int main() {
  const unsigned first = line();
  unsigned sum = 0;
#pragma omp parallel num_threads(1)
  {
    sum += line() - first;
#pragma omp single
    sum += line() - first;
#pragma omp critical
    sum += line() - first; sum += line() - first;
#pragma omp for
    for (int i = 0; i < 1; i++) ;
    sum += line() - first;
  } sum += line() - first;
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 1; i++) sum += line() - first; sum += line() - first;
  printf("%u %d\n", sum, named("source_location.cpp"));
  EXPECT_EQ(sum, 4 + 6 + 8 + 8 + 11 + 12 + 14 + 14);
  EXPECT(named("source_location.cpp"));
  return 0;
}
