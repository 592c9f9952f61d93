# 1 "line_markers.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "line_markers.c"
// Line markers are already in the source, as in preprocessed text that was kept.
# 1 "generated.h" 1
int printf(const char *, ...);
static int in_header(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
# 1 "/usr/include/nothing.h" 1 3 4
extern void exit(int);
# 12 "generated.h" 2
# 7 "line_markers.c" 2
int main(void) {
  int sum = in_header(10);
#pragma omp parallel
  {
# 300 "elsewhere.c"
#pragma omp single
    sum++;
# 11 "line_markers.c"
  }
  printf("%d %d\n", sum, __LINE__);
  if (sum != 46)
    exit(1);
  return 0;
}
