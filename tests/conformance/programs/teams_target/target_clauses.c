// tare: treatment: target outside
// tare: treatment: target data left-alone 1
// map types and modifiers, defaultmap, is_device_ptr, use_device_addr, thread_limit, if(target:).
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int a[20] = {0}, x = 3, y = 4, bad = 0, host = omp_get_initial_device();
  int *p = malloc(20 * sizeof *p);
#pragma omp target map(always, tofrom : a[0 : 20]) map(to : x) defaultmap(tofrom : scalar)
  for (int i = 0; i < 20; i++)
    a[i] = i * x;
#pragma omp target device(host) if (target : x > 100) thread_limit(4) map(alloc : y) map(tofrom : a)
  a[0] = 7;
#pragma omp target is_device_ptr(p) device(host)
  for (int i = 0; i < 20; i++)
    p[i] = i;
#pragma omp target data map(tofrom : a) use_device_addr(a)
  {
    a[1] = 100;
  }
  for (int i = 2; i < 20; i++)
    bad += a[i] != 3 * i || p[i] != i;
  printf("%d %d %d\n", a[0], a[1], bad);
  free(p);
  return !(a[0] == 7 && a[1] == 100 && bad == 0);
}
