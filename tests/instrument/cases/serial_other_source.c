// A serial program of its own: twins are found by pairing, and are statements of any kind.
// RUN: %case --role serial --parallel inputs/heat_parallel.c %s | %check %s
#include <stdio.h>
#include <stdlib.h>

static double a[64][64], b[64][64];

static void start(double v) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      a[i][j] = v * i + j;
}

static double sweep_seq(int m) {
  double change = 0;
  for (int i = 1; i < m - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      b[i][j] = (a[i - 1][j] + a[i + 1][j]) / 2;
      change += b[i][j] - a[i][j];
    }
  int half = m / 2;
  a[half][half] = 7;
  b[half][half] = 9;
  a[0][0] = half;
  return change + half;
}

static int find(double v) {
  int k = 3;
  a[1][2] = v * k;
  a[2][k] = v;
  for (int i = 0; i < 64; i++)
    if (a[i][i] == v)
      return i;
  return -1;
}

int main(void) {
  start(1.5);
  printf("%g %d\n", sweep_seq(64), find(9));
  return 0;
}
// CHECK: { unsigned long tare_n[[S:[0-9]+]] = 0; serial_begin(&tare_m, [[S]]u); for (int i = 0; i < 64; i++)
// CHECK-NEXT: { ++tare_n[[S]]; for (int j = 0; j < 64; j++)
// CHECK-NEXT: a[i][j] = v * i + j; } serial_end(&tare_m, [[S]]u, tare_n[[S]]); }
// A run of statements with declarations that are used behind it stands without braces.
// CHECK: serial_begin(&tare_m, [[R:[0-9]+]]u); int k = 3;
// CHECK-NEXT: a[1][2] = v * k;
// CHECK-NEXT: a[2][k] = v; serial_end(&tare_m, [[R]]u, 1ul);
// Control may leave the next one.
// CHECK-NEXT: { unsigned int tare_s[[L:[0-9]+]] __attribute__((cleanup(tare_left_serial))) = [[L]]u; unsigned long tare_n[[L]] = 0; serial_begin(&tare_m, [[L]]u); for (int i = 0; i < 64; i++)
// CHECK: return i; } tare_s[[L]] = ~0u; serial_end(&tare_m, [[L]]u, tare_n[[L]]); }
// CHECK: NODE loop#0 line 9 {{.*}} twin=inputs/heat_parallel.c#start#for#0 by exact
// CHECK: NODE loop#0 line 16 {{.*}} twin=inputs/heat_parallel.c#sweep_par#for#0 by shape
// CHECK: NODE statement#0 line 29 {{.*}} twin=inputs/heat_parallel.c#find#single#0 by exact
// CHECK: NODE loop#0 line 32 {{.*}} twin=inputs/heat_parallel.c#find#for#0 by header
