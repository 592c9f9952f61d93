#line 1 "template.y"
int generated(int n) {
  int sum = 0;
#line 40 "template.y"
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
#line 7 "main.c"
    sum += 3;
  return sum;
}
