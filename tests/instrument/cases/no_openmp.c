// RUN: %case %s | %check %s
#include <stdio.h>
int main(void) {
  printf("nothing\n");
  return 0;
}
// CHECK: printf("nothing\n");
// CHECK-NOT: NODE
