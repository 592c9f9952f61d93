// tare: treatment: parallel measured 1
// Every operator on a parallel directive, arrays and sections too.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int add = 1, mul = 1, band = 7, bor = 1, bxor = 0, land = 1, lor = 0, least = 50, most = -50;
  int sub = 100, arr[4] = {0}, sec[6] = {0}, size = 0;
  double real = 0.5;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(3) reduction(+ : add, real, arr, size) reduction(* : mul)         \
    reduction(& : band) reduction(| : bor) reduction(^ : bxor) reduction(&& : land)                \
    reduction(|| : lor) reduction(min : least) reduction(max : most) reduction(- : sub)            \
    reduction(+ : sec[1 : 4])
  {
    int n = omp_get_thread_num() + 1;
    add += n;
    mul *= n;
    band &= ~n | 4;
    bor |= n << 2;
    bxor ^= n;
    land = land && n > 0;
    lor = lor || n == 2;
    least = n < least ? n : least;
    most = n > most ? n : most;
    sub -= n;
    arr[n] += n;
    sec[n] += 10 * n;
    real += 0.25;
    size++;
  }
  printf("%d %d %d %d %d %d %d %d %d %d\n", add, mul, band, bor, bxor, land, lor, least, most, sub);
  printf("%d %d %d %d  %d %d %d  %g %d\n", arr[0], arr[1], arr[2], arr[3], sec[1], sec[2], sec[3],
         real, size);
  return !(size == 3 && add == 7 && mul == 6 && bxor == 0 && least == 1 && most == 3 &&
           sub == 94 && arr[3] == 3 && sec[3] == 30 && real == 1.25);
}
