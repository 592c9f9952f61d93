// Only main has nodes.
// RUN: %case %s | %check %s
#include <stdio.h>
static int three(void) {
  int n = 0;
  for (int i = 0; i < 3; i++)
    n++;
  return n;
}
int main(void) {
  if (three() == 3)
    printf("nothing\n");
  return 0;
}
// CHECK: printf("nothing\n");
// CHECK: NODE call#0 line 11 [three] measured
// CHECK: NODE call#1 line 12 [printf] measured
// CHECK-NOT: NODE
