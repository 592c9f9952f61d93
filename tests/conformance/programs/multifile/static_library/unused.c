void missing_on_purpose(int *n);
int unused(int n) {
#pragma omp parallel
  missing_on_purpose(&n);
  return n;
}
