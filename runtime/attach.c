/* SPDX-License-Identifier: Apache-2.0
 *
 *   constructors of units -> [attach] -> first region: file -> destructor: file closed
 *
 * One runtime per process, however many archives, shared libraries and plugins carry probes.
 */
#define _GNU_SOURCE
#include "budget.h"
#include "env.h"
#include "file.h"
#include "folder.h"
#include "initial.h"
#include "log.h"
#include "modules.h"
#include "openmp.h"
#include "path.h"
#include "place.h"
#include "probes.h"
#include "profile_checksum.h"
#include "state.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct tare_runtime tare_rt = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void setPhase(int phase) { __atomic_store_n(&tare_rt.phase, phase, __ATOMIC_RELEASE); }

static void beginWindow(void) {
  tare_clock_pair(&tare_rt.start_tick, &tare_rt.start_ns);
  tare_rt.pid = (uint64_t)getpid();
  tare_rt.initial_known = (uint64_t)syscall(SYS_gettid) == tare_rt.pid;
  if (tare_rt.initial_known)
    tare_rt.initial = pthread_self();
  tare_rt.seed = tare_mix(tare_rt.start_ns ^ (tare_rt.pid << 32));
}

/* ---- fork of the process ---- */

static void beforeFork(void) { pthread_mutex_lock(&tare_rt.lock); }
static void afterForkInParent(void) { pthread_mutex_unlock(&tare_rt.lock); }

/* The mapping is the parent's and is not inherited; the child measures itself from here on. */
static void afterForkInChild(void) {
  pthread_mutex_init(&tare_rt.lock, NULL);
  tare_self = NULL;
  if (tare_rt.key_made)
    pthread_setspecific(tare_rt.key, NULL);
  ++tare_rt.epoch;
  tare_rt.header = NULL;
  tare_rt.initial_thread = NULL;
  tare_rt.muted = 0;
  tare_rt.early_ticks = 0;
  tare_rt.level_regions = tare_rt.level_nested = tare_rt.level_barriers = 0;
  tare_file_forget();
  tare_initial_forget();
  tare_paths_forget();
  tare_budget_forget();
  tare_threads_forget();
  tare_modules_forget();
  beginWindow();
  if (tare_rt.phase == TARE_OPEN)
    setPhase(TARE_READY);
}

/* ---- attach ---- */

static void tellIdle(const struct tare_module *module) {
  Dl_info object;
  int found = dladdr(module, &object) && object.dli_fname;
  tare_folder_tell_idle(found ? object.dli_fname : program_invocation_name);
}

static void start(const struct tare_module *module) {
  if (tare_env_secure() || !tare_env_enabled()) {
    setPhase(TARE_OFF);
    if (!tare_env_secure())
      tellIdle(module);
    return;
  }
  tare_env_remember();
  tare_clock_choose();
  beginWindow();
  pthread_atfork(beforeFork, afterForkInParent, afterForkInChild);
  setPhase(TARE_READY);
}

static int fits(const struct tare_module *m) {
  return m->abi == tare_abi_version && m->size == sizeof *m;
}

static void refuse(const struct tare_module *m) {
  static int said;
  char text[96];
  if (__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED) || tare_env_secure())
    return;
  snprintf(text, sizeof text, "a unit was built for interface %u, this runtime has %u; ", m->abi,
           (unsigned)tare_abi_version);
  tare_say(text, "its constructs are not measured", NULL);
}

/* More units, or constructs in them, than a profile can number; or no memory or disk for them. */
static void leaveOut(void) {
  static int said;
  if (!__atomic_exchange_n(&said, 1, __ATOMIC_RELAXED))
    tare_say("the constructs of a unit are not measured: ",
             "they are too many, or there is no memory or disk space for them", NULL);
}

__attribute__((visibility("default"))) void tare_rt_attach(struct tare_module *module) {
  if (!fits(module)) {
    refuse(module);
    return;
  }
  if (__atomic_load_n(&tare_rt.phase, __ATOMIC_RELAXED) == TARE_NEW)
    tare_place_offer();
  pthread_mutex_lock(&tare_rt.lock);
  if (tare_rt.phase == TARE_NEW)
    start(module);
  const struct tare_probes *probes = tare_clock.counter ? &tare_probes_tsc : &tare_probes_ns;
  int wanted = tare_rt.phase != TARE_OFF && module->probes != probes;
  if (wanted && tare_modules_add(module) && (tare_rt.phase != TARE_OPEN || tare_modules_write()))
    __atomic_store_n(&module->probes, probes, __ATOMIC_RELEASE);
  else if (wanted)
    leaveOut();
  pthread_mutex_unlock(&tare_rt.lock);
}

/* ---- first region ---- */

static uint32_t coresOf(pid_t process) {
  cpu_set_t set;
  return sched_getaffinity(process, sizeof set, &set) == 0 ? (uint32_t)CPU_COUNT(&set) : 0;
}

extern int omp_get_num_procs(void) __attribute__((weak));

/* An OpenMP runtime that binds its threads has bound this one already: it remembers the mask that
 * the process was given.  Else the parent's mask is asked. */
static uint32_t coresAllowed(void) {
  static const char *const binds[] = {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY",
                                      "KMP_AFFINITY"};
  uint32_t own = coresOf(0), given = own;
  for (size_t i = 0; i < sizeof binds / sizeof *binds; ++i)
    if (getenv(binds[i]))
      given = omp_get_num_procs ? (uint32_t)omp_get_num_procs() : coresOf(getppid());
  return given > own ? given : own;
}

static uint64_t headChecksum(const struct tare_pf_header *h) {
  const char *bytes = (const char *)h;
  size_t pid = offsetof(struct tare_pf_header, pid);
  uint64_t hash = tare_fnv(bytes, offsetof(struct tare_pf_header, head_checksum), TARE_FNV_START);
  return tare_fnv(bytes + pid, offsetof(struct tare_pf_header, beat_tick) - pid, hash);
}

static void writeHeader(struct tare_pf_header *h, const struct tare_module *module) {
  memcpy(h->magic, TARE_PF_MAGIC, sizeof h->magic);
  h->major = TARE_PF_MAJOR;
  h->minor = TARE_PF_MINOR;
  h->header_size = sizeof *h;
  h->clock = tare_clock_kind();
  h->pid = tare_rt.pid;
  h->start_tick = tare_rt.start_tick;
  h->start_ns = tare_rt.start_ns;
  h->sampling_seed = tare_rt.seed;
  h->cores_online = (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
  h->cores_allowed = coresAllowed();
  h->mpi_rank = tare_env_rank();
  tare_budget_ask(&tare_budget, tare_env_budget(), tare_env_probe_costs());
  h->budget_ppm = tare_budget.ppm;
  if (tare_openmp_runtime(module, h->openmp_runtime, sizeof h->openmp_runtime)) {
    h->status |= TARE_STATUS_TWO_RUNTIMES;
    tare_say("libomp and libgomp are both loaded: threads of two runtimes compete for the cores",
             NULL, NULL);
  }
  snprintf(h->program, sizeof h->program, "%s", program_invocation_name);
  h->blocks_end = TARE_PF_PAGE;
  h->head_checksum = headChecksum(h);
}

/* Ticks in a millisecond, from the window so far. */
static void rateClock(struct tare_pf_header *h) {
  tare_clock_pair(&h->beat_tick, &h->beat_ns);
  uint64_t ns = h->beat_ns - tare_rt.start_ns, ticks = h->beat_tick - tare_rt.start_tick;
  tare_rt.ticks_per_ms = ns > 1000 ? (uint64_t)((double)ticks / (double)ns * 1e6) : 2000000;
}

static int makeInitialThread(void) {
  struct tare_thread *t = tare_thread_new(1);
  if (!t)
    return 0;
  t->pf->last = tare_rt.start_tick;
  t->runq_tick = tare_rt.start_tick;
  tare_rt.initial_thread = t;
  return 1;
}

struct next_team {
  uint32_t threads;
  uint64_t startup_ticks;
};

/* The first question to libomp starts it, which takes longer than our set-up.  The program would
 * have paid that at its first fork.  Asked without our lock: libomp looks for symbols, and waits
 * for a library that another thread loads, whose constructors wait for that lock. */
static struct next_team askNextTeam(const struct tare_module *module) {
  uint64_t before = tare_tick();
  tare_rt.is_asking = 1;
  uint32_t asked = module->max_threads ? (uint32_t)module->max_threads() : 1;
  tare_rt.is_asking = 0;
  return (struct next_team){asked, tare_tick() - before};
}

static int openProfile(struct tare_module *module, struct next_team team) {
  struct tare_pf_header *h = tare_file_create();
  if (!h)
    return 0;
  tare_rt.header = h;
  uint32_t p = tare_env_threads(), next = team.threads;
  tare_rt.startup_ticks = team.startup_ticks;
  writeHeader(h, module);
  rateClock(h);
  if (!tare_rt.key_made)
    tare_rt.key_made = pthread_key_create(&tare_rt.key, tare_thread_end) == 0;
  if (!tare_rt.key_made || !tare_modules_write() || !makeInitialThread()) {
    tare_say("no space for a profile: this run is not measured", NULL, NULL);
    tare_file_discard();
    return 0;
  }
  if (module->flags & tare_module_serial)
    h->status |= TARE_STATUS_SERIAL;
  tare_rt.threads_asked = h->threads_asked = p ? p : next; /* the program may set its own number */
  tare_budget_begin(&tare_budget, tare_rt.start_tick, h->threads_asked, tare_rt.ticks_per_ms,
                    tare_rt.seed);
  if (next > 1)
    tare_threads_prepare(module, next - 1);
  return 1;
}

void tare_setup(struct tare_module *module) {
  if (__atomic_load_n(&tare_rt.phase, __ATOMIC_ACQUIRE) != TARE_READY)
    return;
  int kept = errno;
  struct next_team team = askNextTeam(module);
  pthread_mutex_lock(&tare_rt.lock);
  if (tare_rt.phase == TARE_READY)
    setPhase(openProfile(module, team) ? TARE_OPEN : TARE_OFF);
  pthread_mutex_unlock(&tare_rt.lock);
  errno = kept;
}

void tare_stop(void) {
  if (__atomic_exchange_n(&tare_rt.phase, TARE_OFF, __ATOMIC_ACQ_REL) != TARE_OPEN)
    return;
  tare_status(TARE_STATUS_DISK_FULL);
  tare_say("no space left for the profile: it ends here", NULL, NULL);
}

/* ---- the end ---- */

static int isInitialThread(void) { return syscall(SYS_gettid) == getpid(); }

/* The window ends here; after it nothing may change, or the checksums would not match. */
static void closeProfile(void) {
  struct tare_pf_header *h = tare_rt.header;
  struct tare_pf_thread *initial = tare_rt.initial_thread->pf;
  uint64_t tick, ns;
  tare_clock_pair(&tick, &ns);
  if (tick < initial->last)
    tick = initial->last;
  setPhase(TARE_OFF);
  uint32_t status = TARE_STATUS_CLOSED;
  h->other_cpu_ms = tare_threads_other_cpu();
  if (tare_thread_open_regions()) {
    status |= TARE_STATUS_LATE_CLOSE;
  } else {
    tare_initial_close(tick);
    tare_threads_tell();
    if (isInitialThread()) /* since the last fork */
      initial->serial_runq_ns += tare_thread_runq(tare_rt.initial_thread, tick);
    h->body_checksum = tare_file_body_checksum();
  }
  h->stop_ns = ns;
  h->stop_tick = tick;
  __atomic_fetch_or(&h->status, status, __ATOMIC_RELEASE);
  if (!(status & TARE_STATUS_LATE_CLOSE))
    __atomic_store_n(&h->closing_checksum, tare_pf_header_sum(h, sizeof *h), __ATOMIC_RELEASE);
}

/* A profile that ended early, since its disk was full, is brought to its place as well. */
__attribute__((destructor)) static void endProfile(void) {
  if (tare_rt.pid != (uint64_t)getpid())
    return;
  if (__atomic_load_n(&tare_rt.phase, __ATOMIC_ACQUIRE) == TARE_OPEN)
    closeProfile();
  if (tare_rt.header)
    tare_file_bring();
  tare_place_end();
}
