/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots of measured threads.  A slot outlives its thread and is used again, so that a program that
 * makes threads without end does not make slots without end.
 */
#define _GNU_SOURCE
#include "descriptor.h"
#include "env.h"
#include "events.h"
#include "file.h"
#include "frame.h"
#include "log.h"
#include "memory.h"
#include "park.h"
#include "sample.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

__thread struct tare_thread *tare_self __attribute__((tls_model("initial-exec")));

static struct {
  pthread_mutex_t lock;
  struct tare_thread *free;
  struct tare_thread **all; /* address range for every slot that a profile can have */
  uint32_t count;
  uint64_t ended_cpu_ns; /* CPU time of ended threads with a slot */
} slots = {.lock = PTHREAD_MUTEX_INITIALIZER};

enum { MOST_SLOTS = 1 << 16 };

static void openRunQueue(struct tare_thread *t) {
  int kept = errno;
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%lu/schedstat", (unsigned long)t->pf->tid);
  t->runq_fd = tare_descriptor_high(open(path, O_RDONLY | O_CLOEXEC));
  struct stat made;
  int is_open = t->runq_fd >= 0 && fstat(t->runq_fd, &made) == 0;
  errno = kept;
  if (!is_open)
    return;
  t->runq_device = made.st_dev;
  t->runq_inode = made.st_ino;
}

/* A program that closes all descriptors may have opened a file of its own with that number. */
static int isRunQueue(const struct tare_thread *t, int fd) {
  struct stat now;
  return fd >= 0 && fstat(fd, &now) == 0 && now.st_dev == t->runq_device &&
         now.st_ino == t->runq_inode;
}

/* In ns since the thread's birth. 0: the kernel does not tell. */
static int readSchedule(const struct tare_thread *t, unsigned long long *on_cpu,
                        unsigned long long *waited) {
  char text[96];
  int kept = errno;
  ssize_t length = isRunQueue(t, t->runq_fd) ? pread(t->runq_fd, text, sizeof text - 1, 0) : -1;
  errno = kept;
  if (length <= 0)
    return 0;
  text[length] = 0;
  return sscanf(text, "%llu %llu", on_cpu, waited) == 2;
}

/* How often the calling thread has lost its core, or given it back, and 1. 0: not known. */
static uint64_t switchesSoFar(void) {
  struct rusage used;
  if (getrusage(RUSAGE_THREAD, &used) != 0)
    return 0;
  return 1 + (uint64_t)used.ru_nvcsw + (uint64_t)used.ru_nivcsw;
}

/* Of the calling thread, in ns. A thread that has not lost its core has not waited for one: asking for
 * switches takes a fifth of reading schedstat, which takes 4 us amid other work. */
static uint64_t readRunQueue(struct tare_thread *t) {
  unsigned long long on_cpu, waited;
  uint64_t switches = switchesSoFar();
  if (switches && switches == t->runq_switches)
    return t->runq_ns;
  t->runq_switches = switches;
  return readSchedule(t, &on_cpu, &waited) ? waited : t->runq_ns;
}

uint64_t tare_thread_runq(struct tare_thread *t, uint64_t now) {
  uint64_t before = t->runq_ns;
  t->runq_ns = readRunQueue(t);
  t->runq_tick = now;
  return t->runq_ns > before ? t->runq_ns - before : 0;
}

static struct tare_thread *makeSlot(int initial) {
  if (slots.count == MOST_SLOTS)
    return NULL;
  if (!slots.all && !(slots.all = tare_memory_reserve(MOST_SLOTS * sizeof *slots.all)))
    return NULL;
  struct tare_pf_block *block =
      tare_file_block(TARE_BLOCK_THREAD, slots.count, 0, sizeof(struct tare_pf_thread),
                      sizeof(struct tare_pf_thread));
  struct tare_thread *t = block ? tare_memory_reserve(sizeof *t) : NULL;
  if (!t)
    return NULL;
  t->slot = slots.count;
  t->samples.random = tare_mix(tare_rt.seed + t->slot) | 1;
  t->runq_fd = -1;
  t->pf = (struct tare_pf_thread *)tare_payload(block);
  t->pf->initial = (uint32_t)initial;
  t->pf->last = tare_tick();
  tare_file_publish(block, sizeof *t->pf);
  tare_log_make(t);
  if (tare_rt.samples)
    tare_samples_make(t);
  if (tare_rt.events)
    tare_events_make(t);
  else
    t->events.off = 1; /* a module that comes later finds no room */
  slots.all[slots.count++] = t;
  __atomic_store_n(&tare_rt.header->thread_slots, slots.count, __ATOMIC_RELEASE);
  return t;
}

/* From here on others read its descriptor, under the lock. */
static void setAlive(struct tare_thread *t) {
  pthread_mutex_lock(&slots.lock);
  t->alive = 1;
  pthread_mutex_unlock(&slots.lock);
}

struct tare_thread *tare_thread_new(int initial) {
  pthread_mutex_lock(&slots.lock);
  struct tare_thread *t = initial ? NULL : slots.free;
  if (t)
    slots.free = t->next_free;
  else
    t = makeSlot(initial);
  pthread_mutex_unlock(&slots.lock);
  if (!t) {
    tare_stop();
    return NULL;
  }
  t->pf->tid = initial ? tare_rt.pid : (uint64_t)syscall(SYS_gettid);
  ++t->pf->lives;
  t->runq_ns = t->runq_switches = 0;
  openRunQueue(t);
  t->runq_ns = readRunQueue(t);
  setAlive(t);
  if (!initial)
    pthread_setspecific(tare_rt.key, t);
  return t;
}

void tare_threads_prepare(struct tare_module *module, uint32_t count) {
  pthread_mutex_lock(&slots.lock);
  for (uint32_t i = 0; i < count; ++i) {
    struct tare_thread *t = makeSlot(0);
    if (!t)
      break;
    t->next_free = slots.free;
    slots.free = t;
    if (!tare_cells_new(t, module))
      break;
  }
  pthread_mutex_unlock(&slots.lock);
}

/* ---- CPU time of threads without a slot ---- */

/* What a thread still takes to end, behind its last reading, at most. */
enum { ENDING_NS = 50000 };

static uint64_t cpuTime(clockid_t clock) {
  struct timespec t;
  return clock_gettime(clock, &t) == 0 ? (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec : 0;
}

/* A worker that waits actively has its slot, so what that takes is no other thread's. Regions that
 * a budget leaves out may have workers without one. */
uint32_t tare_threads_other_cpu(void) {
  uint64_t all = cpuTime(CLOCK_PROCESS_CPUTIME_ID), own;
  int known = tare_rt.header->budget_ppm == 0;
  pthread_mutex_lock(&slots.lock);
  own = slots.ended_cpu_ns;
  for (uint32_t i = 0; known && i < slots.count; ++i) {
    unsigned long long on_cpu = 0, waited;
    if (!slots.all[i]->alive)
      continue;
    known = readSchedule(slots.all[i], &on_cpu, &waited);
    own += on_cpu;
  }
  pthread_mutex_unlock(&slots.lock);
  uint64_t ms = known && all > own ? (all - own) / 1000000 : 0;
  return ms < UINT32_MAX ? (uint32_t)ms : UINT32_MAX;
}

/* The key's destructor: runs on the thread that ends. */
void tare_thread_end(void *thread) {
  struct tare_thread *t = thread;
  uint64_t began = tare_tick();
  if (t->pf->depth)
    tare_frame_abandon(t);
  tare_park_end(t);
  t->muted = 0;
  tare_self = tare_parked = NULL;
  uint64_t cpu = cpuTime(CLOCK_THREAD_CPUTIME_ID) + ENDING_NS;
  pthread_mutex_lock(&slots.lock);
  /* Others read it under the lock, while the thread is alive. */
  int runq_fd = isRunQueue(t, t->runq_fd) ? t->runq_fd : -1;
  t->runq_fd = -1;
  slots.ended_cpu_ns += cpu;
  t->cost += tare_tick() - began; /* told with the next region of a thread in this slot */
  t->alive = 0;
  t->next_free = slots.free;
  slots.free = t;
  pthread_mutex_unlock(&slots.lock);
  if (runq_fd >= 0)
    close(runq_fd);
}

struct tare_pf_node *tare_cells_new(struct tare_thread *t, struct tare_module *m) {
  uint64_t size = m->node_count * sizeof(struct tare_pf_node);
  struct tare_pf_block *block = tare_file_block(TARE_BLOCK_CELLS, t->slot, m->slot, size, size);
  if (!block) {
    tare_stop();
    return NULL;
  }
  tare_file_publish(block, size);
  return t->cells[m->slot] = (struct tare_pf_node *)tare_payload(block);
}

TARE_COLD struct tare_pf_node *tare_cells_timed(struct tare_thread *t, struct tare_module *m) {
  if (__atomic_load_n(&tare_rt.phase, __ATOMIC_RELAXED) != TARE_OPEN)
    return NULL;
  uint64_t before = tare_tick();
  tare_move(t->pf, tare_current(t), before);
  struct tare_pf_node *cells = tare_cells_new(t, m);
  uint64_t spent = tare_tick() - before;
  t->pf->probe_ticks += spent;
  t->level[t->pf->depth - 1].probe += spent;
  t->pf->last += spent;
  return cells;
}

void tare_threads_forget(void) {
  pthread_mutex_init(&slots.lock, NULL);
  slots.free = NULL;
  slots.count = 0;
  slots.ended_cpu_ns = 0;
}

void tare_threads_tell(void) {
  for (uint32_t i = 0; i < slots.count; ++i)
    tare_park_end(slots.all[i]);
}

int tare_thread_open_regions(void) {
  int open = 0;
  for (uint32_t i = 0; i < slots.count; ++i)
    open += __atomic_load_n(&slots.all[i]->pf->depth, __ATOMIC_RELAXED) != 0 ||
            __atomic_load_n(&slots.all[i]->muted, __ATOMIC_RELAXED) != 0;
  return open;
}
