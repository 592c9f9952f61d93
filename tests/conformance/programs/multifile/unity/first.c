static int helper(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += 1;
  return sum;
}
int first(int n) { return helper(n); }
