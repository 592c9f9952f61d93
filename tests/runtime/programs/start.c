/* SPDX-License-Identifier: Apache-2.0
 * A region of a function that clang has ask libomp for the thread's number at its entry, before the
 * region's probes; the start of the OpenMP runtime takes at least SLOW ms.
 *
 *   node 0 region, 1 call of the function
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define M (&tare_m_start)
#define P tare_m_start.probes

enum { SLOW = 60 };
static int is_slow, was_slow; /* from main on | it was */

/* libomp makes a key when it starts; so does our set-up, later. */
static int isOfLibomp(const void *caller) {
  Dl_info where;
  return dladdr(caller, &where) && where.dli_fname && strstr(where.dli_fname, "libomp") != NULL;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  int (*real)(pthread_key_t *, void (*)(void *)) =
      (int (*)(pthread_key_t *, void (*)(void *)))dlsym(RTLD_NEXT, "pthread_key_create");
  struct timespec pause = {0, SLOW * 1000000};
  if (is_slow && !was_slow && (was_slow = isOfLibomp(__builtin_return_address(0))))
    nanosleep(&pause, NULL);
  return real(key, destructor);
}

static int total;

__attribute__((noinline)) static void region(int threads) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel num_threads(threads)
  {
    P->region_start(&r);
#pragma omp atomic
    ++total;
    P->region_finish(&r);
  }
  P->region_join(&r);
}

/* THREADS [called]: in a measured call, else before any probe */
int main(int argc, char **argv) {
  int is_called = argc > 2 && !strcmp(argv[2], "called");
  is_slow = 1;
  if (is_called)
    P->serial_begin(M, 1);
  region(atoi(argv[1]));
  if (is_called)
    P->serial_end(M, 1, 1);
  printf("%d\n", was_slow);
  return 0;
}
