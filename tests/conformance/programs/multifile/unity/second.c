static int helper(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += 2;
  return sum;
}
int second(int n) { return helper(n); }
