// clang 19 miscompiles a separate inscan loop, touched or not, so nothing is run here.
// RUN: %case %s --no-run | %check %s
int scan(int *in, int *out) {
  int sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 100; i++) {
    sum += in[i];
#pragma omp scan inclusive(sum)
    out[i] = sum;
  }
#pragma omp parallel
#pragma omp for reduction(inscan, + : sum)
  for (int i = 0; i < 100; i++) {
    sum += in[i];
#pragma omp scan inclusive(sum)
    out[i] = sum;
  }
  return sum;
}

int main(void) { return 0; }
// CHECK: #pragma omp parallel for reduction(inscan, + : sum)
// CHECK-NOT: nowait
// CHECK: NODE parallel#0 {{.*}} outside (an inscan reduction is right only in the combined form)
// CHECK: NODE for#1 {{.*}} outside (an inscan reduction needs its own barrier)
