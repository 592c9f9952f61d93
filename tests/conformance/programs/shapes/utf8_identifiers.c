// Identifiers, strings and names of critical sections in UTF-8.
#include "../expect.h"
#include <string.h>

static int größe(int zähler) {
  int σ = 0;
#pragma omp parallel for reduction(+ : σ) schedule(dynamic, 2)
  for (int é = 0; é < zähler; é++)
    σ += é;
  return σ;
}

int main(void) {
  int \u00e4nderung = 0, 数 = größe(10);
  const char *text = "→ 日本語 😀";
#pragma omp parallel shared(数) firstprivate(text)
  {
#pragma omp critical(schlüssel)
    数 += strlen(text) == 18 ? 0 : 1;
#pragma omp single
    änderung = 0;
  }
#pragma omp parallel for reduction(+ : änderung)
  for (int i = 0; i < 3; i++)
    änderung++;
  printf("%d %d %s\n", 数, änderung, text);
  EXPECT_EQ(数, 45);
  EXPECT_EQ(änderung, 3);
  return 0;
}
