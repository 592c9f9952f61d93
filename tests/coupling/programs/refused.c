#include <stdarg.h>
#include <stdio.h>
static int pointed(int x) { return x + 1; }
static int many(int n, ...) { return n; }
static int old();
static int old(x) int x; { return x; }
static int good(int x) { return x * 2; }
static int (*through)(int) = pointed;
int main(void) {
  printf("%d %d %d %d %d\n", pointed(1), many(2, 3), old(4), good(5), through(6));
  return 0;
}
