/* SPDX-License-Identifier: Apache-2.0
 *
 * libtare-ompt.so: a tool of the OpenMP Tools Interface (OpenMP 5.1, section 4), loaded by libomp
 * through OMP_TOOL_LIBRARIES.  It sees none of Tare's probes, and they see nothing of it: two
 * records of one run, on one clock.  Without TARE_WITNESS in the environment it declines.
 */
#define _GNU_SOURCE
#include "runtime/process_file.h"
#include "witness.h"

#include <omp-tools.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { TRIAL_EVENTS = 4096 };

static struct {
  struct tare_wt_header *header;
  int off;
  int forked; /* a region */
  pthread_mutex_t lock;
  struct tare_witness *free_threads;
  struct tare_wt_team *free_teams;
} tool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static __thread struct tare_witness *self __attribute__((tls_model("initial-exec")));

/* What an implicit task's data point to: every other task is explicit. */
static char implicit_mark;

/* ---- threads and teams ---- */

static void *reserve(size_t size) {
  void *at =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

static struct tare_witness *makeWitness(void) {
  struct tare_wt_header *h = tool.header;
  struct tare_witness *w = h->threads < TARE_WT_MOST_THREADS ? reserve(sizeof *w) : NULL;
  if (w)
    w->out = tare_witness_record(h, h->threads++);
  else
    ++h->lost_threads;
  return w;
}

static __attribute__((noinline, cold)) struct tare_witness *newcomer(void) {
  if (tool.off)
    return NULL;
  pthread_mutex_lock(&tool.lock);
  struct tare_witness *w = tool.free_threads;
  if (w)
    tool.free_threads = w->next_free;
  else
    w = makeWitness();
  pthread_mutex_unlock(&tool.lock);
  if (w) {
    ++w->out->lives;
    tare_witness_reset(w, tare_tick());
  }
  return self = w;
}

/* The calling thread's record, or null; one more event on it. */
static inline struct tare_witness *witness(void) {
  struct tare_witness *w = self ? self : newcomer();
  if (!w || tool.off)
    return NULL;
  ++w->out->count[TARE_WT_EVENTS];
  return w;
}

static struct tare_wt_team *takeTeam(void) {
  pthread_mutex_lock(&tool.lock);
  struct tare_wt_team *team = tool.free_teams;
  if (team)
    tool.free_teams = team->next_free;
  pthread_mutex_unlock(&tool.lock);
  return team ? team : reserve(sizeof *team);
}

static void giveBack(struct tare_wt_team *team) {
  pthread_mutex_lock(&tool.lock);
  team->next_free = tool.free_teams;
  tool.free_teams = team;
  pthread_mutex_unlock(&tool.lock);
}

static void onThreadEnd(ompt_data_t *data) {
  (void)data;
  struct tare_witness *w = self;
  if (!w || tool.off)
    return;
  self = NULL;
  pthread_mutex_lock(&tool.lock);
  w->next_free = tool.free_threads;
  tool.free_threads = w;
  pthread_mutex_unlock(&tool.lock);
}

/* ---- regions ---- */

static void onParallelBegin(ompt_data_t *task, const ompt_frame_t *frame, ompt_data_t *parallel,
                            unsigned requested, int flags, const void *code) {
  (void)task, (void)frame, (void)requested, (void)flags, (void)code;
  struct tare_witness *w = witness();
  struct tare_wt_team *team = w ? takeTeam() : NULL;
  parallel->ptr = team;
  if (!team)
    return;
  ++w->out->count[TARE_WT_REGIONS];
  int first = !__atomic_exchange_n(&tool.forked, 1, __ATOMIC_RELAXED);
  tare_witness_fork(w, team, first ? TARE_WT_START : TARE_WT_FORK, tare_tick());
}

static void onParallelEnd(ompt_data_t *parallel, ompt_data_t *task, int flags, const void *code) {
  (void)task, (void)flags, (void)code;
  uint64_t now = tare_tick_after_all();
  struct tare_witness *w = witness();
  struct tare_wt_team *team = parallel->ptr;
  if (!w || !team || team->master != w)
    return;
  tare_witness_join(w, team, now);
  parallel->ptr = NULL;
  giveBack(team);
}

/* A worker's end comes with the next fork; nothing is left to do then. */
static void onImplicitTask(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *task,
                           unsigned size, unsigned index, int flags) {
  (void)size, (void)index;
  uint64_t now = tare_tick_after_all();
  if (endpoint != ompt_scope_begin)
    return;
  if (task)
    task->ptr = &implicit_mark;
  struct tare_witness *w = witness();
  if (!w || !parallel || !parallel->ptr || (flags & ompt_task_initial))
    return;
  tare_witness_start(w, parallel->ptr, now);
}

/* ---- waits ---- */

static int stateOfSync(ompt_sync_region_t kind) {
  switch (kind) {
  case ompt_sync_region_barrier_explicit:
  case ompt_sync_region_barrier_implicit_workshare:
    return TARE_WT_BARRIER;
  case ompt_sync_region_barrier_implementation:
    return TARE_WT_INNER_BARRIER;
  case ompt_sync_region_taskwait:
    return TARE_WT_TASKWAIT;
  case ompt_sync_region_taskgroup:
    return TARE_WT_TASKGROUP;
  default:
    return -1;
  }
}

static void onSyncWait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
                       ompt_data_t *parallel, ompt_data_t *task, const void *code) {
  (void)task, (void)code;
  uint64_t now = tare_tick_after_all();
  struct tare_witness *w = witness();
  if (!w)
    return;
  int state = stateOfSync(kind);
  if (kind == ompt_sync_region_barrier_implicit_parallel) {
    if (endpoint == ompt_scope_begin && parallel && parallel->ptr)
      tare_witness_arrive(w, parallel->ptr, now);
  } else if (state >= 0 && endpoint == ompt_scope_begin) {
    tare_witness_enter(w, (uint32_t)state, now);
  } else if (state >= 0 && endpoint == ompt_scope_end) {
    tare_witness_leave(w, (uint32_t)state, now);
  }
}

/* Attempts (omp_test_lock) do not wait. */
static int stateOfMutex(ompt_mutex_t kind) {
  switch (kind) {
  case ompt_mutex_lock:
  case ompt_mutex_nest_lock:
    return TARE_WT_LOCK;
  case ompt_mutex_critical:
    return TARE_WT_CRITICAL;
  case ompt_mutex_ordered:
    return TARE_WT_ORDERED;
  case ompt_mutex_atomic:
    return TARE_WT_ATOMIC;
  default:
    return -1;
  }
}

static int isHeldTimed(ompt_mutex_t kind) {
  return kind == ompt_mutex_critical || kind == ompt_mutex_ordered;
}

static void onMutexAcquire(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t id,
                           const void *code) {
  (void)hint, (void)impl, (void)id, (void)code;
  struct tare_witness *w = witness();
  int state = stateOfMutex(kind);
  if (w && state >= 0)
    tare_witness_enter(w, (uint32_t)state, tare_tick());
}

static void onMutexAcquired(ompt_mutex_t kind, ompt_wait_id_t id, const void *code) {
  (void)id, (void)code;
  uint64_t now = tare_tick_after_all();
  struct tare_witness *w = witness();
  int state = stateOfMutex(kind);
  if (!w || state < 0)
    return;
  tare_witness_leave(w, (uint32_t)state, now);
  if (isHeldTimed(kind))
    tare_witness_enter(w, TARE_WT_HELD, now);
}

static void onMutexReleased(ompt_mutex_t kind, ompt_wait_id_t id, const void *code) {
  (void)id, (void)code;
  struct tare_witness *w = witness();
  if (w && isHeldTimed(kind))
    tare_witness_leave(w, TARE_WT_HELD, tare_tick());
}

/* A nest lock that its owner takes once more is acquired without being told so otherwise. */
static void onNestLock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void *code) {
  (void)id, (void)code;
  struct tare_witness *w = witness();
  if (w && endpoint == ompt_scope_begin)
    tare_witness_leave(w, TARE_WT_LOCK, tare_tick());
}

/* ---- work ---- */

static int stateOfWork(ompt_work_t type) {
  switch (type) {
  case ompt_work_loop:
  case ompt_work_loop_static:
  case ompt_work_loop_dynamic:
  case ompt_work_loop_guided:
  case ompt_work_loop_other:
    return TARE_WT_LOOP;
  case ompt_work_sections:
    return TARE_WT_SECTIONS;
  case ompt_work_single_executor:
    return TARE_WT_SINGLE;
  default:
    return -1;
  }
}

static void onWork(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                   ompt_data_t *task, uint64_t count, const void *code) {
  (void)parallel, (void)task, (void)count, (void)code;
  uint64_t now = tare_tick();
  struct tare_witness *w = witness();
  int state = stateOfWork(type);
  if (!w || state < 0)
    return;
  if (endpoint == ompt_scope_begin)
    tare_witness_enter(w, (uint32_t)state, now);
  else
    tare_witness_leave(w, (uint32_t)state, now);
}

static void onDispatch(ompt_data_t *parallel, ompt_data_t *task, ompt_dispatch_t kind,
                       ompt_data_t instance) {
  (void)parallel, (void)task;
  struct tare_witness *w = witness();
  if (!w || kind != ompt_dispatch_ws_loop_chunk || !instance.ptr || !tare_witness_inside(w))
    return;
  const ompt_dispatch_chunk_t *chunk = instance.ptr;
  ++w->out->count[TARE_WT_CHUNKS];
  w->out->count[TARE_WT_ITERATIONS] += chunk->iterations;
}

static int isExplicit(const ompt_data_t *task) { return task && task->ptr != &implicit_mark; }

static void onTaskCreate(ompt_data_t *by, const ompt_frame_t *frame, ompt_data_t *task, int flags,
                         int dependences, const void *code) {
  (void)frame, (void)dependences, (void)code;
  if (flags & ompt_task_initial) {
    task->ptr = &implicit_mark;
    return;
  }
  struct tare_witness *w = witness();
  if (!w || !(flags & ompt_task_explicit) || !tare_witness_inside(w))
    return;
  ++w->out->count[TARE_WT_CREATED];
  w->out->count[TARE_WT_CREATED_IN_TASK] += (uint64_t)isExplicit(by);
}

static void onTaskSchedule(ompt_data_t *prior, ompt_task_status_t status, ompt_data_t *next) {
  uint64_t now = tare_tick();
  struct tare_witness *w = witness();
  if (!w)
    return;
  switch (status) {
  case ompt_task_complete:
  case ompt_task_cancel:
  case ompt_task_detach:
    if (isExplicit(prior))
      tare_witness_task_end(w, prior, now);
    return;
  case ompt_task_switch:
  case ompt_task_yield:
    if (isExplicit(next))
      tare_witness_task(w, prior, next, now);
    return;
  default: /* nothing is switched */
    return;
  }
}

/* ---- start and end ---- */

static void inChild(void) {
  tool.off = 1;
  self = NULL;
}

static void registerAll(ompt_set_callback_t set) {
  static const struct {
    ompt_callbacks_t event;
    ompt_callback_t function;
  } wanted[] = {
      {ompt_callback_thread_end, (ompt_callback_t)onThreadEnd},
      {ompt_callback_parallel_begin, (ompt_callback_t)onParallelBegin},
      {ompt_callback_parallel_end, (ompt_callback_t)onParallelEnd},
      {ompt_callback_implicit_task, (ompt_callback_t)onImplicitTask},
      {ompt_callback_sync_region_wait, (ompt_callback_t)onSyncWait},
      {ompt_callback_mutex_acquire, (ompt_callback_t)onMutexAcquire},
      {ompt_callback_mutex_acquired, (ompt_callback_t)onMutexAcquired},
      {ompt_callback_mutex_released, (ompt_callback_t)onMutexReleased},
      {ompt_callback_nest_lock, (ompt_callback_t)onNestLock},
      {ompt_callback_work, (ompt_callback_t)onWork},
      {ompt_callback_dispatch, (ompt_callback_t)onDispatch},
      {ompt_callback_task_create, (ompt_callback_t)onTaskCreate},
      {ompt_callback_task_schedule, (ompt_callback_t)onTaskSchedule},
  };
  for (unsigned i = 0; i < sizeof wanted / sizeof *wanted; ++i)
    if (set(wanted[i].event, wanted[i].function) <= ompt_set_impossible)
      tool.header->refused |= 1ull << wanted[i].event;
}

/* What our part of an event costs here, on a record that nobody counts. */
static void tryCost(void) {
  struct tare_wt_thread out = {0};
  struct tare_witness *before = self, *w = reserve(sizeof *w);
  if (!w)
    return;
  w->out = &out;
  struct tare_wt_team team;
  tare_witness_reset(w, tare_tick());
  tare_witness_fork(w, &team, TARE_WT_FORK, tare_tick());
  self = w;
  uint64_t begin = 0;
  for (int i = 0; i < 2 * TRIAL_EVENTS; ++i) {
    if (i == TRIAL_EVENTS) /* warm now */
      begin = tare_tick();
    onSyncWait(ompt_sync_region_barrier_explicit, i % 2 ? ompt_scope_end : ompt_scope_begin, NULL,
               NULL, NULL);
  }
  tool.header->trial_ticks = tare_tick() - begin;
  tool.header->trial_events = TRIAL_EVENTS;
  self = before;
  munmap(w, sizeof *w);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  if (!set)
    return 0;
  pthread_atfork(NULL, NULL, inChild);
  tryCost();
  registerAll(set);
  return 1;
}

static void finalize(ompt_data_t *data) {
  (void)data;
  if (tool.off)
    return;
  tool.off = 1;
  uint64_t tick, ns;
  tare_clock_pair(&tick, &ns);
  tool.header->stop_ns = ns;
  __atomic_store_n(&tool.header->stop_tick, tick, __ATOMIC_RELEASE);
  tare_process_file_end();
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  (void)version;
  tare_clock_choose();
  tool.header = tare_witness_file();
  if (!tool.header)
    return NULL;
  snprintf(tool.header->runtime, sizeof tool.header->runtime, "%s", runtime ? runtime : "");
  return &result;
}
