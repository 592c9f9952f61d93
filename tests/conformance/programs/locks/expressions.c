// Lock calls as operands: in conditions, arguments, comma expressions, through pointers and macros.
#include <omp.h>
#include <stdio.h>

#define LOCKED(l, what)                                                                            \
  do {                                                                                             \
    omp_set_lock(l);                                                                               \
    what;                                                                                          \
    omp_unset_lock(l);                                                                             \
  } while (0)

static omp_lock_t locks[3];
static int asked;

static omp_lock_t *pick(int i) {
#pragma omp atomic
  asked++;
  return &locks[i % 3];
}

int main(void) {
  int n[3] = {0}, m = 0;
  void (*set)(omp_lock_t *) = omp_set_lock;
  void (*unset)(omp_lock_t *) = &omp_unset_lock;
  for (int i = 0; i < 3; i++)
    omp_init_lock(&locks[i]);
#pragma omp parallel for
  for (int i = 0; i < 90; i++) {
    omp_set_lock(pick(i));
    n[i % 3]++;
    omp_unset_lock(pick(i));
    LOCKED(&locks[0], m++);
    for (omp_set_lock(locks), m++; m < 0; m++)
      ;
    if (i % 2)
      omp_unset_lock(locks);
    else
      (omp_unset_lock(locks), (void)0);
    set(&locks[1]);
    n[1] += 0;
    unset(&locks[1]);
  }
  printf("%d %d %d %d %d\n", n[0], n[1], n[2], m, asked);
  for (int i = 0; i < 3; i++)
    omp_destroy_lock(&locks[i]);
  return !(n[0] == 30 && n[1] == 30 && n[2] == 30 && m == 180 && asked == 180);
}
