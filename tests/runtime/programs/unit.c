/* SPDX-License-Identifier: Apache-2.0
 * A unit with one measured region, for every way in which units come into a process.
 * UNIT is its name; node 0 region, node 1 loop. */
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define MODULE JOIN(tare_m_, UNIT)
#define M (&MODULE)
#define P MODULE.probes

#ifdef __cplusplus
extern "C"
#endif
    int
    JOIN(run_, UNIT)(int rounds) {
  int sum = 0;
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel reduction(+ : sum)
  {
    int i;
    unsigned long n = 0;
    P->region_start(&r);
    P->work_begin(M, 1);
#pragma omp for nowait
    for (i = 0; i < rounds; ++i) {
      ++n;
      sum += i & 3;
    }
    P->work_end(M, 1, n);
    P->region_finish(&r);
  }
  P->region_join(&r);
  return sum;
}
