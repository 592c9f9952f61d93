/* SPDX-License-Identifier: Apache-2.0
 * Odd ways to run regions: many HOW COUNT.
 *   regions   COUNT regions, each with a barrier      barriers  one region with COUNT barriers
 *   nested    one region, each thread of which forks its part of COUNT ones, each with a barrier
 *   foreign   regions forked by other threads         fork      a child process after, and inside
 *   asleep    one region, and under a budget one that it leaves out, in which threads of the team and
 *             another one fork COUNT each
 *   computing  a thread that executes no region, for COUNT ms of CPU time
 *   ending     the same, and the process ends while the probes tidy up after another (libgomp)
 *   broken    ends without begins, begins without ends
 *   tasks     locks in tasks, which run inside barriers
 *   closed    all descriptors are closed after the first of COUNT regions, and their numbers given
 *             to a file of the program's own, whose size is printed as well
 *   errno     COUNT regions; prints how many probes changed it
 *
 *   node 0 region, 1 loop, 2 barrier, 3 critical */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define M (&tare_m_many)
#define P tare_m_many.probes

static long done;

static void barrier(void) {
  P->barrier_arrive(M, 2);
#pragma omp barrier
  P->barrier_leave(M, 2);
}

static void region(long barriers, int threads) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel num_threads(threads)
  {
    P->region_start(&r);
    for (long i = 0; i < barriers; ++i) {
      P->work_begin(M, 1);
      P->work_end(M, 1, 1);
      barrier();
    }
    P->region_finish(&r);
  }
  P->region_join(&r);
  __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
}

static void nested(long count) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
    for (long i = omp_get_thread_num(); i < count; i += omp_get_num_threads())
      region(1, 1);
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void brokenRegion(void) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
    P->work_end(M, 1, 1);
    P->barrier_leave(M, 2);
    P->lock_done(M, 3);
    P->work_begin(M, 1);
    P->lock_wait(M, 3);
    P->lock_held(M, 3);
    P->work_end(M, 1, 1);
    for (int i = 0; i < 70000; ++i)
      P->work_begin(M, 1);
    for (int i = 0; i < 35000; ++i)
      P->work_end(M, 1, 1);
    P->region_finish(&r);
  }
  P->region_join(&r);
  ++done;
}

static void taskRegion(void) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
#pragma omp single nowait
    for (int i = 0; i < 50; ++i) {
#pragma omp task
      {
        P->lock_wait(M, 3);
#pragma omp critical
        {
          P->lock_held(M, 3);
          ++done;
          P->lock_release(M, 3);
        }
        P->lock_done(M, 3);
      }
    }
    barrier();
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void *thread(void *count) {
  for (long i = 0; i < *(long *)count; ++i)
    region(1, 1);
  return 0;
}

static void foreign(long count) {
  pthread_t other;
  region(1, 1);
  pthread_create(&other, 0, thread, &count);
  pthread_join(other, 0);
}

/* `r`: whatever the stack holds. Other threads are the program's own, and fork while it is open. */
static void regionOver(struct tare_region r, int threads, long nested, long foreign) {
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel num_threads(threads)
  {
    P->region_start(&r);
    for (long i = 0; i < nested; ++i) {
      struct tare_region inner = r;
      P->region_fork(M, 0, &inner, 0);
#pragma omp parallel num_threads(1)
      {
        P->region_start(&inner);
        P->region_finish(&inner);
      }
      P->region_join(&inner);
    }
#pragma omp single
    if (foreign) {
      pthread_t other;
      pthread_create(&other, 0, thread, &foreign);
      pthread_join(other, 0);
    }
    P->region_finish(&r);
  }
  P->region_join(&r);
  ++done;
}

static void asleep(long count) {
  struct tare_region garbage;
  memset(&garbage, 0xff, sizeof garbage);
  regionOver(garbage, 1, 0, 0);
  regionOver(garbage, omp_get_max_threads(), count, count);
}

/* Computes for so many milliseconds of its own CPU time. */
static void *computation(void *ms) {
  struct timespec t;
  do
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  while (t.tv_sec * 1000 + t.tv_nsec / 1000000 < *(long *)ms);
  return 0;
}

static void computing(long ms) {
  pthread_t other;
  region(1, omp_get_max_threads());
  pthread_create(&other, 0, computation, &ms);
  pthread_join(other, 0);
  region(1, omp_get_max_threads());
}

/* The runtime's descriptors are high. To close that of a thread that ends takes for ever. */
static int are_held;
static pthread_barrier_t closed;

int close(int descriptor) {
  int status = (int)syscall(SYS_close, descriptor);
  if (!are_held || descriptor < 600)
    return status;
  pthread_barrier_wait(&closed);
  for (;;)
    pause();
}

/* libgomp ends threads that the next team does not need. */
static void ending(long ms) {
  computing(ms);
  region(1, 3);
  pthread_barrier_init(&closed, 0, 2);
  are_held = 1;
  region(1, 2);
  pthread_barrier_wait(&closed);
}

enum { LOWEST = 3, NUMBERS = 700 };

/* As a daemon does, only that it goes on to use them. */
static void own_all_descriptors(const char *path) {
  for (int fd = LOWEST; fd < NUMBERS; ++fd)
    close(fd);
  int own = open(path, O_RDWR | O_CREAT, 0600);
  for (int fd = LOWEST; fd < NUMBERS; ++fd)
    if (fd != own)
      dup2(own, fd);
}

static void closed_between(long count) {
  struct stat own;
  region(1, omp_get_max_threads());
  own_all_descriptors("own");
  for (long i = 1; i < count; ++i)
    region(1, omp_get_max_threads());
  printf("%ld ", fstat(LOWEST, &own) == 0 ? (long)own.st_size : -1);
}

enum { OWN_ERROR = 77 };

static int touched;

#define KEEPS_ERRNO(probe)                                                                         \
  (errno = OWN_ERROR, (probe),                                                                     \
   errno == OWN_ERROR ? 0 : __atomic_add_fetch(&touched, 1, __ATOMIC_RELAXED))

static void errnos(long count) {
  struct tare_region r;
  for (long i = 0; i < count; ++i) {
    KEEPS_ERRNO(P->region_fork(M, 0, &r, 0));
#pragma omp parallel
    {
      KEEPS_ERRNO(P->region_start(&r));
      KEEPS_ERRNO(P->barrier_arrive(M, 2));
#pragma omp barrier
      KEEPS_ERRNO(P->barrier_leave(M, 2));
      KEEPS_ERRNO(P->region_finish(&r));
    }
    KEEPS_ERRNO(P->region_join(&r));
  }
  done = touched;
}

static void wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  if (status)
    exit(9);
}

static void fork_between(void) {
  pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 3; ++i)
      region(2, 1);
    exit(0);
  }
  wait_for(child);
}

static void fork_inside(void) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel num_threads(1)
  {
    P->region_start(&r);
    pid_t child = fork();
    P->work_begin(M, 1);
    P->work_end(M, 1, 1);
    if (child)
      wait_for(child);
    P->region_finish(&r);
    if (!child) { /* neither OpenMP runtime lets the child end the parent's region */
      P->region_join(&r);
      exit(0);
    }
  }
  P->region_join(&r);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "regions";
  long count = argc > 2 ? atol(argv[2]) : 1;
  pid_t self = getpid();
  if (argc > 3 && chdir(argv[3]) != 0)
    return 1;
  if (strcmp(how, "regions") == 0)
    for (long i = 0; i < count; ++i)
      region(1, omp_get_max_threads());
  if (strcmp(how, "barriers") == 0)
    region(count, omp_get_max_threads());
  if (strcmp(how, "nested") == 0)
    nested(count);
  if (strcmp(how, "foreign") == 0)
    foreign(count);
  if (strcmp(how, "asleep") == 0)
    asleep(count);
  if (strcmp(how, "computing") == 0)
    computing(count);
  if (strcmp(how, "ending") == 0)
    ending(count);
  if (strcmp(how, "broken") == 0)
    for (long i = 0; i < count; ++i)
      brokenRegion();
  if (strcmp(how, "tasks") == 0)
    for (long i = 0; i < count; ++i)
      taskRegion();
  if (strcmp(how, "closed") == 0)
    closed_between(count);
  if (strcmp(how, "errno") == 0)
    errnos(count);
  if (strcmp(how, "fork") == 0) {
    region(1, 1);
    fork_between();
    fork_inside();
    region(1, 1);
  }
  if (getpid() == self)
    printf("%ld\n", done);
  return 0;
}
