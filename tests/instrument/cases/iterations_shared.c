// A loop whose iterations are sampled reads what the team shares once, as it does without probes,
// although it calls the runtime; and the optimiser leaves the calls where they are.
// RUN: %case %s
// RUN: %tare cc clang-19 -O2 -fopenmp -fno-discard-value-names -S -emit-llvm %s -o %t.ll
// RUN: %check --check-prefix=READS %s --input-file %t.ll
// RUN: %check --check-prefix=CALLS %s --input-file %t.ll
#include <stdio.h>

__attribute__((noinline)) static void product(float *out, const float *x, const float *w, int n,
                                              int d) {
  int i;
#pragma omp parallel for private(i)
  for (i = 0; i < d; i++) {
    float value = 0;
    for (int j = 0; j < n; j++)
      value += w[i * n + j] * x[j];
    out[i] = value;
  }
}

/* Zeros could be written for all rows at once, if no iteration between had to be told of. */
__attribute__((noinline)) static void clear(float (*w)[400], long d) {
#pragma omp parallel for
  for (long i = 0; i < d; i++)
    for (long j = 0; j < 400; j++)
      w[i][j] = 0;
}

int main(void) {
  static float w[60 * 40], x[40], out[60], zeros[60][400];
  for (int j = 0; j < 40; j++)
    x[j] = (float)j;
  for (int i = 0; i < 60 * 40; i++)
    w[i] = (float)(i % 7);
  product(out, x, w, 40, 60);
  clear(zeros, 60);
  printf("%g %g %g\n", (double)out[0], (double)out[59], (double)zeros[59][399]);
  return 0;
}
// READS: define internal void @product.omp_outlined(
// READS-NOT: call i64 %
// READS: load i32, ptr %n,
// READS: call i64 %{{.*}}ptr {{.*}}%tare_i
// READS-NOT: load {{i32|ptr}}, ptr %{{n|w|x|out}},
// READS: {{^}}}

// CALLS: define internal void @product.omp_outlined(
// CALLS: call i64 %{{.*}}ptr {{.*}}%tare_i
// CALLS: call i64 %{{.*}}ptr {{.*}}%tare_i
// CALLS: {{^}}}
// CALLS: define internal void @clear.omp_outlined(
// CALLS: call i64 %{{.*}}ptr {{.*}}%tare_i
// CALLS: call void @llvm.memset
// CALLS: call i64 %{{.*}}ptr {{.*}}%tare_i
// CALLS: {{^}}}
