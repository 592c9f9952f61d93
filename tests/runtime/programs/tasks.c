/* SPDX-License-Identifier: Apache-2.0
 * Hand-placed probes around tasks, as the rewriter places them: tasks COUNT DEPTH
 * BELOW.  Prints a checksum.
 *
 *   node 0 region, 1 task, 2 nested task, 3 taskwait, 4 barrier, 5 critical, 6 inner region,
 *   7 taskgroup, 8 lock, 9 spin, 10 untied task, 11 ordered, 12 serial loop,
 *   13 region that its own tasks fork again, 14 those tasks */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define M (&tare_m_tasks)
#define P tare_m_tasks.probes

static unsigned long work(unsigned long steps) {
  unsigned long x = steps;
  for (unsigned long i = 0; i < steps; ++i) {
    x = x * 6364136223846793005ul + 1442695040888963407ul;
    __asm__ volatile("" : "+r"(x));
  }
  return x;
}

static unsigned long total;
static void add(unsigned long x) {
#pragma omp atomic
  total += x & 7;
}

static void barrier(void) {
  P->barrier_arrive(M, 4);
#pragma omp barrier
  P->barrier_leave(M, 4);
}

static void locked(void) {
  P->lock_wait(M, 5);
#pragma omp critical
  {
    P->lock_held(M, 5);
    add(work(10));
    P->lock_release(M, 5);
  }
  P->lock_done(M, 5);
}

static void inner(void) {
  struct tare_region r;
  P->region_fork(M, 6, &r, 0);
#pragma omp parallel num_threads(2)
  {
    P->region_start(&r);
    add(work(20));
    barrier();
    P->task_create(M, 2);
#pragma omp task
    {
      struct tare_task t;
      P->task_begin(M, 2, &t);
      add(work(10));
      P->task_end(&t);
    }
    P->task_created(M, 2);
    P->region_finish(&r);
  }
  P->region_join(&r);
}

static void leaf(int undeferred) {
  P->task_create(M, 2);
#pragma omp task if (!undeferred)
  {
    struct tare_task t;
    P->task_begin(M, 2, &t);
    add(work(30));
    P->task_end(&t);
  }
  P->task_created(M, 2);
}

/* Two children, one of them undeferred, then a wait; every seventh of the first hundred forks a
 * region. */
static void task(int i) {
  P->task_create(M, 1);
#pragma omp task firstprivate(i)
  {
    struct tare_task t;
    P->task_begin(M, 1, &t);
    leaf(0);
    leaf(1);
    P->task_wait_begin(M, 3);
#pragma omp taskwait
    P->task_wait_end(M, 3);
    locked();
    if (i % 7 == 0 && i < 100)
      inner();
    P->task_end(&t);
  }
  P->task_created(M, 1);
}

static void creators(int count) {
#pragma omp single nowait
  {
    for (int i = 0; i < count; ++i)
      task(i);
    {
#pragma omp taskgroup
      {
        leaf(0);
        P->task_wait_begin(M, 7);
      }
      P->task_wait_end(M, 7);
    }
  }
}

static omp_lock_t lock;

static void waits(void) {
  static int flag;
  P->wait_begin(M, 8);
  omp_set_lock(&lock);
  P->wait_end(M, 8);
  add(work(10));
  P->wait_begin(M, 8);
  omp_unset_lock(&lock);
  P->wait_end(M, 8);
  if (omp_get_thread_num() == 0) {
    add(work(500));
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
  } else {
    P->wait_begin(M, 9);
    while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE))
      ;
    P->wait_end(M, 9);
  }
  barrier();
#pragma omp master
  flag = 0;
  barrier();
}

/* The tasks run while the team waits: at an explicit barrier, or at the region's end. */
static void region(int count, int explicit_barrier) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
    waits();
    creators(count);
    if (explicit_barrier)
      barrier();
    P->region_finish(&r);
  }
  P->region_join(&r);
}

/* A task that goes on on the other thread than it began on, without being asked for: two threads
 * play the parts of an untied task. */
static void migrating(void) {
  struct tare_region r;
  static struct tare_task t;
  static int step;
  step = 0;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel num_threads(2)
  {
    int alone = omp_get_num_threads() == 1, me = omp_get_thread_num();
    P->region_start(&r);
    if (me == 0) {
      P->task_create(M, 10);
      P->task_begin(M, 10, &t); /* inside its creation */
      add(work(50));
      P->task_suspend(&t);
      P->task_created(M, 10);
      __atomic_store_n(&step, 1, __ATOMIC_RELEASE);
    }
    if (alone || me == 1) {
      while (!__atomic_load_n(&step, __ATOMIC_ACQUIRE))
        ;
      P->task_resume(&t);
      add(work(70));
      P->task_suspend(&t);
      P->work_begin(M, 12);
      P->task_resume(&t);
      add(work(10));
      P->task_end(&t);
      P->work_end(M, 12, 1);
    }
    barrier();
    P->region_finish(&r);
  }
  P->region_join(&r);
}

/* Tasks that no probe sees, after region_finish, and one of them forks. */
static void unseen(void) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
#pragma omp single nowait
    for (int i = 0; i < 8; ++i) {
#pragma omp task firstprivate(i)
      {
        locked();
        if (i % 2)
          inner();
        add(work(200));
      }
    }
    P->region_finish(&r);
  }
  P->region_join(&r);
}

/* The tasks run at the end of the region, where its threads wait, and make them wait there again:
 * alone, because libomp 19 can stop with an assertion of its own when they fork teams of more. */
static void again(int levels) {
  struct tare_region r;
  P->region_fork(M, 13, &r, 0);
#pragma omp parallel num_threads(levels == 2 ? 2 : 1)
  {
    P->region_start(&r);
#pragma omp single nowait
    for (int i = 0; i < 4; ++i) {
      P->task_create(M, 14);
#pragma omp task
      {
        struct tare_task t;
        P->task_begin(M, 14, &t);
        add(work(300));
        if (levels)
          again(levels - 1);
        P->task_end(&t);
      }
      P->task_created(M, 14);
    }
    P->region_finish(&r);
  }
  P->region_join(&r);
}

/* Recursive tasks. */
static void chain(int depth) {
  P->task_create(M, 2);
#pragma omp task if (0)
  {
    struct tare_task t;
    P->task_begin(M, 2, &t);
    locked();
    if (depth)
      chain(depth - 1);
    P->task_end(&t);
  }
  P->task_created(M, 2);
}

/* On top of `below` other constructs: perhaps more than there is room for. */
static void deep(int depth, int below) {
  struct tare_region r;
  P->region_fork(M, 0, &r, 0);
#pragma omp parallel
  {
    P->region_start(&r);
    for (int i = 0; i < below; ++i)
      P->work_begin(M, 12);
#pragma omp single nowait
    chain(depth);
    for (int i = 0; i < below; ++i)
      P->work_end(M, 12, 1);
    barrier();
    P->region_finish(&r);
  }
  P->region_join(&r);
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 20;
  int depth = argc > 2 ? atoi(argv[2]) : 100;
  int below = argc > 3 ? atoi(argv[3]) : 0;
  omp_set_max_active_levels(2);
  omp_init_lock(&lock);
  for (int i = 0; i < 5; ++i) {
    region(count, 1);
    region(count, 0);
    migrating();
    unseen();
    again(2);
    work(100);
  }
  deep(depth, below);
  printf("%lu\n", total);
  return 0;
}
