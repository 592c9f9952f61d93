// Variable length arrays and alloca around, within and as arguments of constructs.
#include "../expect.h"
#include <alloca.h>
#include <string.h>

static int columns(int n, int m, int a[n][m]) {
  int sum = 0;
#pragma omp parallel for collapse(2) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum += a[i][j];
  return sum;
}

static int all(int n) {
  int shared_array[n], private_array[n], total = 0;
  memset(private_array, 0, sizeof private_array);
#pragma omp parallel firstprivate(private_array) reduction(+ : total)
  {
    int mine[n];
    char *bytes = (char *)alloca(n + 16);
    for (int i = 0; i < n; i++) {
      mine[i] = i + private_array[i];
      bytes[i] = 1;
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
      int inner[i + 1];
      inner[i] = mine[i];
      shared_array[i] = inner[i];
    }
#pragma omp single
    {
      int within[n];
      int *block = (int *)alloca(n * sizeof(int));
      for (int i = 0; i < n; i++)
        within[i] = block[i] = shared_array[i] + bytes[i];
      for (int i = 0; i < n; i++)
        total += within[i] + block[i];
    }
#pragma omp critical
    {
      int *block = (int *)alloca(64);
      block[0] = 1;
      total += block[0] - 1;
    }
    bytes[0] = 2;
  }
#pragma omp parallel for reduction(+ : private_array[:n])
  for (int i = 0; i < 3 * n; i++)
    private_array[i % n]++;
  return total + private_array[n - 1];
}

int main(void) {
  int grid[3][4];
  for (int i = 0; i < 12; i++)
    grid[i / 4][i % 4] = i;
  printf("%d %d\n", columns(3, 4, grid), all(10));
  EXPECT_EQ(columns(3, 4, grid), 66);
  EXPECT_EQ(all(10), 2 * (45 + 10) + 3);
  return 0;
}
