// tare: treatment: target teams outside 1
// tare: treatment: target teams distribute outside 1
// tare: treatment: target teams distribute parallel for outside 1
// tare: treatment: target teams distribute simd outside 1
// tare: treatment: target teams distribute parallel for simd outside 1
#include <omp.h>
#include <stdio.h>

int main(void) {
  int a[64] = {0}, sum = 0, teams = 0, bad = 0;
#pragma omp target teams num_teams(2) map(tofrom : teams)
  if (omp_get_team_num() == 0)
    teams = omp_get_num_teams();
#pragma omp target teams distribute map(tofrom : a)
  for (int i = 0; i < 64; i++)
    a[i]++;
#pragma omp target teams distribute parallel for map(tofrom : a) thread_limit(2)
  for (int i = 0; i < 64; i++)
    a[i]++;
#pragma omp target teams distribute simd map(tofrom : a)
  for (int i = 0; i < 64; i++)
    a[i]++;
#pragma omp target teams distribute parallel for simd map(tofrom : a, sum) reduction(+ : sum)
  for (int i = 0; i < 64; i++)
    sum += ++a[i];
  for (int i = 0; i < 64; i++)
    bad += a[i] != 4;
  printf("%d %d %d\n", sum, bad, teams > 0);
  return sum != 256 || bad || teams < 1;
}
