// What a table holds of clauses: modifiers and keywords, lists with sizes, expressions, constants.
// RUN: %case %s --clauses | %check %s
#include <stdio.h>

#define CHUNK (4 * 2)
#define PARTS private(j) firstprivate(big, p)

struct point {
  double x, y;
};

int main(void) {
  int n = 100, j = 0, sum = 0, top = 0, depends_on = 1, lengths[n];
  double big[1000] = {0}, pair[2] = {0, 0}, grid[4][8] = {{0}};
  struct point p = {0, 0};
#pragma omp parallel for schedule(monotonic : dynamic, CHUNK) PARTS num_threads(n / 50) \
    reduction(+ : sum, pair[ : 2]) reduction(max : top) if (parallel : n > 9) collapse(1) \
    proc_bind(close) default(shared) private(lengths)
  for (int i = 0; i < 100; i++) {
    j = i + (int)big[i] + (int)p.x;
    sum += j;
    pair[i % 2] += 1;
    top = i > top ? i : top;
  }
  // CHECK: NODE parallel#0
  // CHECK-NEXT: CLAUSE schedule words(monotonic, dynamic) expression((4 * 2)) value(8)
  // CHECK-NEXT: CLAUSE private items(j: 4){{$}}
  // CHECK-NEXT: CLAUSE firstprivate items(big: 8000, p: 16){{$}}
  // CHECK-NEXT: CLAUSE num_threads expression(n / 50){{$}}
  // CHECK-NEXT: CLAUSE reduction items(sum: 4, pair[ : 2]: 16) expression(+){{$}}
  // CHECK-NEXT: CLAUSE reduction items(top: 4) expression(max){{$}}
  // CHECK-NEXT: CLAUSE if words(parallel) expression(n > 9){{$}}
  // CHECK-NEXT: CLAUSE collapse expression(1) value(1){{$}}
  // CHECK-NEXT: CLAUSE proc_bind words(close){{$}}
  // CHECK-NEXT: CLAUSE default words(shared){{$}}
  // CHECK-NEXT: CLAUSE private items(lengths: 0){{$}}
  // CHECK-NEXT: NODE for#0
  // CHECK-NEXT: CLAUSE schedule words(monotonic, dynamic) expression((4 * 2)) value(8)
  // CHECK-NEXT: CLAUSE private items(j: 4){{$}}
  // CHECK-NEXT: CLAUSE firstprivate items(big: 8000, p: 16){{$}}
  // CHECK-NEXT: CLAUSE reduction items(sum: 4, pair[ : 2]: 16) expression(+){{$}}
  // CHECK-NEXT: CLAUSE reduction items(top: 4) expression(max){{$}}
  // CHECK-NEXT: CLAUSE collapse expression(1) value(1){{$}}
  // CHECK-NEXT: CLAUSE private items(lengths: 0){{$}}

#pragma omp parallel default(none) shared(n, p, sum, grid, depends_on)
  {
    // CHECK-NEXT: NODE parallel#1
    // CHECK-NEXT: CLAUSE default words(none){{$}}
    // CHECK-NEXT: CLAUSE shared items(n: 4, p: 16, sum: 4, grid: 256, depends_on: 4){{$}}
#pragma omp single nowait
    {
      // CHECK-NEXT: NODE single#0
      // CHECK-NEXT: CLAUSE nowait{{$}}
#pragma omp task depend(iterator(int it = 0 : 4), in : grid[it][0 : 8]) depend(inout : p) firstprivate(p) \
    if (depends_on) final(n > 1000) priority(1 + 2) untied mergeable
      sum += 1 + (int)p.x;
      // CHECK-NEXT: NODE task#0
      // CHECK-NEXT: CLAUSE depend items(grid[it][0 : 8]: 64) words(in) expression(iterator(int it = 0 : 4)){{$}}
      // CHECK-NEXT: CLAUSE depend items(p: 16) words(inout){{$}}
      // CHECK-NEXT: CLAUSE firstprivate items(p: 16){{$}}
      // CHECK-NEXT: CLAUSE if expression(depends_on){{$}}
      // CHECK-NEXT: CLAUSE final expression(n > 1000){{$}}
      // CHECK-NEXT: CLAUSE priority expression(1 + 2) value(3){{$}}
      // CHECK-NEXT: CLAUSE untied{{$}}
      // CHECK-NEXT: CLAUSE mergeable{{$}}
#pragma omp taskwait
      // CHECK-NEXT: NODE taskwait#0
#pragma omp taskloop grainsize(4) nogroup
      for (int i = 0; i < 8; i++)
#pragma omp atomic update
        sum += 1;
      // CHECK-NEXT: NODE taskloop#0
      // CHECK-NEXT: CLAUSE grainsize expression(4) value(4){{$}}
      // CHECK-NEXT: CLAUSE nogroup{{$}}
      // CHECK-NEXT: NODE atomic#0
      // CHECK-NEXT: CLAUSE update{{$}}
    }
#pragma omp barrier
    // CHECK-NEXT: NODE barrier#0
#pragma omp for ordered(1) schedule(static, 1)
    for (int i = 1; i < 4; i++) {
#pragma omp ordered depend(sink : i - 1)
#pragma omp critical(total) hint(1)
      sum += 1;
#pragma omp ordered depend(source)
    }
    // CHECK-NEXT: NODE for#1
    // CHECK-NEXT: CLAUSE ordered expression(1) value(1){{$}}
    // CHECK-NEXT: CLAUSE schedule words(static) expression(1) value(1){{$}}
    // CHECK-NEXT: NODE ordered#0
    // CHECK-NEXT: CLAUSE depend items(i - 1: 4) words(sink){{$}}
    // CHECK-NEXT: NODE critical#0
    // CHECK-NEXT: CLAUSE critical expression(total){{$}}
    // CHECK-NEXT: CLAUSE hint expression(1) value(1){{$}}
    // CHECK-NEXT: NODE ordered#1
    // CHECK-NEXT: CLAUSE depend words(source){{$}}
#pragma omp flush(n, p)
    // CHECK-NEXT: NODE flush#0
    // CHECK-NEXT: CLAUSE flush items(n: 4, p: 16){{$}}
  }
  printf("%d %d %d %g %g\n", sum, j, top, pair[0], pair[1]);
  return 0;
}
