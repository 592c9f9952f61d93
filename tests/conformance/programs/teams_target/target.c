// tare: treatment: target outside
// target regions that run on the host.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int a[50], n = 50, sum = 0, f = 2, host = 0;
#pragma omp target map(from : a) map(to : n)
  for (int i = 0; i < n; i++)
    a[i] = i;
#pragma omp target map(tofrom : sum) firstprivate(f) private(n)
  {
    n = 50;
    for (int i = 0; i < n; i++)
      sum += f * a[i];
  }
#pragma omp target map(from : host) if (n > 100)
  host = omp_is_initial_device();
  printf("%d %d %d\n", sum, host, omp_get_num_devices());
  return !(sum == 2450 && host);
}
