int work(int n) {
  int sum = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += i;
  }
  return sum;
}
