// Several statements, and the closing braces of several constructs, on one line.
#include "../expect.h"

int main(void) { int sum = 0, count = 0, data[8];
#pragma omp parallel
  { int mine = 1; count += 0; {
#pragma omp for nowait
  for (int i = 0; i < 8; i++) { data[i] = i; data[i] += 1; if (data[i] > 100) { data[i] = 0; } } }
#pragma omp critical
  { sum += mine; { sum += 0; } } if (mine) { mine = 2; } else { mine = 3; }
#pragma omp barrier
#pragma omp single
  { int again = 0; for (int i = 0; i < 2; i++) { again++; } {
#pragma omp critical(inner)
  { count += again; } } } mine = 4; } if (sum >= 1) { sum = 0; } {
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 8; i++) for (int j = 0; j < 2; j++) { sum += data[i]; } } sum++; { {
#pragma omp parallel
  {
#pragma omp sections
  {
#pragma omp section
  { count++; }
#pragma omp section
  { data[0] = 5; } } } } } printf("%d %d %d\n", sum, count, data[0]); EXPECT_EQ(sum, 73); EXPECT_EQ(count, 3); return data[0] - 5; }
