int helper(int n) {
  int result = 0;
#pragma omp critical(helper)
  result = n;
  return result;
}
