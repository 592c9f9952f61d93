/* The other unit has functions, types, critical sections and threadprivate data of these names. */
static int helper(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += 1000;
  return sum;
}
static int count;
#pragma omp threadprivate(count)
static void locked(void) {
#pragma omp critical(name)
  count++;
}
int from_sub_a(int n) {
  locked();
  return helper(n) + count;
}
