static int sum, extra;

int fill(int *a, int n) {
#pragma omp for schedule(dynamic, 5)
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp sections
  {
#pragma omp section
    sum = 0;
#pragma omp section
    extra = 3;
  }
  return n;
}

int total(const int *a, int n) {
#pragma omp for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum + extra;
}
