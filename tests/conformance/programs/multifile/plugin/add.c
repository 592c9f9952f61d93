int add(int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
#pragma omp critical
  sum += 0;
  return sum;
}
