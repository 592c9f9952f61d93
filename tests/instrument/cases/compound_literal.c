// Serial code: in C a compound literal lives as long as the block around its statement, so the
// statement gets no block of its own.
// RUN: %case %s | %check %s
#include <stdio.h>

struct part {
  int value[16];
  struct part *next;
};

__attribute__((noinline)) static struct part *linked(struct part *part) {
  part->value[3] += 1;
  return part;
}
__attribute__((noinline)) static int overwrite(int n) {
  volatile int a[256];
  for (int i = 0; i < 256; i++)
    a[i] = n + i;
  return a[n];
}

int main(void) {
  struct part *p, *q, *r = 0;
  int sum = 0;
  p = linked(&(struct part){{1, 2, 3, 4}, 0});
  q = linked(&(struct part){{5, 6, 7, 8}, p});
  if (sum == 0)
    r = linked(q);
  sum = overwrite(7);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    sum += i;
  printf("%d %d %d %d %d\n", sum, p->value[3], q->value[3], q->next->value[0], r->value[0]);
  return 0;
}
// CHECK-NOT: serial_begin
// CHECK: int main(void) {
// CHECK: {{^ *}}serial_begin(&tare_m, [[A:[0-9]+u]]); p = linked(&(struct part){{.*}}); serial_end(&tare_m, [[A]], 1ul);
// CHECK-NEXT: {{^ *}}serial_begin({{.*}} q = linked(&(struct part){{.*}}, p}); serial_end(
// CHECK-NEXT: if (sum == 0)
// CHECK-NEXT: { serial_begin({{.*}} r = linked(q); serial_end({{.*}} }
// CHECK-NEXT: { serial_begin({{.*}} sum = overwrite(7); serial_end({{.*}} }
