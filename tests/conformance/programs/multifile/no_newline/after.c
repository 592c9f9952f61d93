int after(int n) {
  int sum = 0;
#pragma omp parallel reduction(max : sum)
  sum = n;
  return sum; }