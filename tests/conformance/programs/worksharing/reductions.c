// tare: treatment: for measured 2
// tare: treatment: parallel for measured 1
// Every operator on a worksharing loop; sections of arrays; pointers.
#include <stdio.h>

int main(void) {
  int add = 0, mul = 1, band = -1, bor = 0, bxor = 0, land = 1, lor = 0, least = 999, most = -999;
  int sub = 0, arr[5] = {0}, two[3][2] = {{0}}, store[8] = {0}, *heap = store;
  double d = 0;
#pragma omp parallel
  {
#pragma omp for reduction(+ : add, d) reduction(* : mul) reduction(& : band) reduction(| : bor)    \
    reduction(^ : bxor) reduction(&& : land) reduction(|| : lor) reduction(min : least)            \
    reduction(max : most) reduction(- : sub)
    for (int i = 1; i <= 10; i++) {
      add += i;
      d += i / 2.0;
      if (i < 6)
        mul *= i;
      band &= ~(1 << i);
      bor |= 1 << i;
      bxor ^= i;
      land = land && i;
      lor = lor || i == 3;
      least = i < least ? i : least;
      most = i > most ? i : most;
      sub -= i;
    }
#pragma omp for reduction(+ : arr, two[0 : 2][0 : 2], heap[1 : 4])
    for (int i = 0; i < 40; i++) {
      arr[i % 5] += i;
      two[i % 2][i / 20] += 1;
      heap[1 + i % 4] += i;
    }
  }
#pragma omp parallel for reduction(min : least) reduction(max : most)
  for (int i = -20; i < 20; i++) {
    least = i < least ? i : least;
    most = i > most ? i : most;
  }
  printf("%d %g %d %x %x %d %d %d %d %d %d\n", add, d, mul, band, bor, bxor, land, lor, least, most,
         sub);
  printf("%d %d %d %d %d %d %d\n", arr[0], arr[4], two[0][0], two[1][1], heap[0], heap[1], heap[4]);
  return !(add == 55 && d == 27.5 && mul == 120 && bxor == 11 && least == -20 && most == 19 &&
           sub == -55 && arr[0] == 140 && two[1][1] == 10 && heap[4] == 210);
}
