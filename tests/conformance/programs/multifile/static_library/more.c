int more(int n) {
#pragma omp critical
  n += 0;
  return n;
}
