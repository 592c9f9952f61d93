/* SPDX-License-Identifier: Apache-2.0
 *
 * libtare-rt-slow.so: the runtime, with probes that take longer than they have to, for tests of the
 * compensation.  It has the runtime's soname, so a program with probes takes it when it is
 * preloaded.
 *
 *   TARE_SLOW_PROBES=constant:NS   every probe waits so many nanoseconds before it does its work
 *                    random:NS     from 0 to twice as many, each as likely
 *                    thrash:LINES  reads so many cache lines, at random places of 8 MiB
 *
 * Not so the probes of iterations that are samples: those are few, and by time.
 * `tare calibrate` sees what a probe costs then; nothing else knows.
 *
 *   constructors of units -> [slow probes] -> attach
 *
 * The delay lies before the probe's own clock read, so it falls into the state that the probe ends.
 * The probe itself is the last thing that a slow one does: its caller is the user's code, as ever.
 */
#include "runtime/clock.h"
#include "runtime/env.h"
#include "runtime/log.h"
#include "runtime/sample.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { AREA_LINES = 1 << 17, LINE = 64, MOST = 1000000 };

static enum { NOT, CONSTANT, RANDOM, THRASH } mode;
static uint64_t amount; /* ticks, or lines */
static const struct tare_probes *own;
static unsigned char area[AREA_LINES][LINE];
static __thread uint64_t random_state __attribute__((tls_model("initial-exec")));

static uint64_t nextRandom(void) { /* xorshift64 (Marsaglia 2003) */
  uint64_t x = random_state ? random_state : tare_mix((uint64_t)(uintptr_t)&random_state) | 1;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  return random_state = x;
}

/* The finest clock there is: a delay is over at one of its readings, so it is longer than asked for
 * by up to what one takes. */
static void waitFor(uint64_t ticks) {
  uint64_t since = tare_tick();
  while (tare_tick() - since < ticks)
    ;
}

/* Turns for so many ns; reading the clock for 2 ms shows how many. */
static uint64_t ticksOf(uint64_t ns) {
  enum { LONG_ENOUGH_NS = 2000000 };
  uint64_t first_tick, first_ns, tick, now;
  tare_clock_pair(&first_tick, &first_ns);
  do
    tare_clock_pair(&tick, &now);
  while (now - first_ns < LONG_ENOUGH_NS);
  return (uint64_t)((double)ns * (double)(tick - first_tick) / (double)(now - first_ns) + 0.5);
}

static void readLines(uint64_t lines) {
  for (uint64_t i = 0; i < lines; ++i)
    *(volatile unsigned char *)&area[nextRandom() >> 47][0];
}

static __attribute__((noinline)) void delay(void) {
  if (mode == THRASH)
    readLines(amount);
  else
    waitFor(mode == RANDOM ? nextRandom() % (2 * amount + 1) : amount);
}

#define SLOW(probe, parameters, arguments)                                                         \
  static void probe parameters {                                                                   \
    delay();                                                                                       \
    own->probe arguments;                                                                          \
  }
#define NODE struct tare_module *module, unsigned int node

SLOW(region_fork, (NODE, struct tare_region *region, unsigned int flags),
     (module, node, region, flags))
SLOW(region_start, (struct tare_region * region), (region))
SLOW(region_finish, (struct tare_region * region), (region))
SLOW(region_join, (struct tare_region * region), (region))
SLOW(work_begin, (NODE), (module, node))
SLOW(work_end, (NODE, unsigned long units), (module, node, units))
SLOW(barrier_arrive, (NODE), (module, node))
SLOW(barrier_leave, (NODE), (module, node))
SLOW(lock_wait, (NODE), (module, node))
SLOW(lock_held, (NODE), (module, node))
SLOW(lock_release, (NODE), (module, node))
SLOW(lock_done, (NODE), (module, node))
SLOW(count, (NODE, unsigned long units), (module, node, units))
SLOW(wait_begin, (NODE), (module, node))
SLOW(wait_end, (NODE), (module, node))
SLOW(task_create, (NODE), (module, node))
SLOW(task_created, (NODE), (module, node))
SLOW(task_begin, (NODE, struct tare_task *task), (module, node, task))
SLOW(task_end, (struct tare_task * task), (task))
SLOW(task_suspend, (struct tare_task * task), (task))
SLOW(task_resume, (struct tare_task * task), (task))
SLOW(serial_begin, (NODE), (module, node))
SLOW(serial_end, (NODE, unsigned long units), (module, node, units))
SLOW(tasks_create, (NODE, unsigned int flags), (module, node, flags))
SLOW(tasks_created, (NODE, unsigned int flags), (module, node, flags))
SLOW(tasks_begin, (NODE, struct tare_task *task, unsigned int flags), (module, node, task, flags))
SLOW(task_wait_begin, (NODE), (module, node))
SLOW(task_wait_end, (NODE), (module, node))

#define SLOW_COUNT(probe, parameters, arguments)                                                   \
  static unsigned long probe parameters {                                                          \
    delay();                                                                                       \
    return own->probe arguments;                                                                   \
  }

SLOW_COUNT(lock_first, (NODE), (module, node))
SLOW(lock_wait_sampled, (NODE), (module, node))
SLOW_COUNT(lock_again, (NODE), (module, node))
SLOW(lock_passed, (NODE, unsigned long acquired, unsigned long next),
     (module, node, acquired, next))
SLOW_COUNT(event, (NODE, unsigned int what, unsigned long object, unsigned int detail),
           (module, node, what, object, detail))
SLOW(task_known, (struct tare_task * task, unsigned long number), (task, number))

/* Samples are taken by time, not one for each event: only a thread's first iteration is slow. */
static unsigned long iteration_begin(NODE, struct tare_iterations *loop, unsigned long count,
                                     long index) {
  if (loop->w[TARE_ITERATIONS_LOOP] == 0)
    delay();
  return own->iteration_begin(module, node, loop, count, index);
}

static unsigned long iteration_end(struct tare_iterations *loop, unsigned long count) {
  return own->iteration_end(loop, count);
}

static const struct tare_probes slow_probes = {
    .region_fork = region_fork,
    .region_start = region_start,
    .region_finish = region_finish,
    .region_join = region_join,
    .work_begin = work_begin,
    .work_end = work_end,
    .barrier_arrive = barrier_arrive,
    .barrier_leave = barrier_leave,
    .lock_wait = lock_wait,
    .lock_held = lock_held,
    .lock_release = lock_release,
    .lock_done = lock_done,
    .count = count,
    .wait_begin = wait_begin,
    .wait_end = wait_end,
    .task_create = task_create,
    .task_created = task_created,
    .task_begin = task_begin,
    .task_end = task_end,
    .task_suspend = task_suspend,
    .task_resume = task_resume,
    .serial_begin = serial_begin,
    .serial_end = serial_end,
    .iteration_begin = iteration_begin,
    .iteration_end = iteration_end,
    .tasks_create = tasks_create,
    .tasks_created = tasks_created,
    .tasks_begin = tasks_begin,
    .task_wait_begin = task_wait_begin,
    .task_wait_end = task_wait_end,
    .lock_first = lock_first,
    .lock_wait_sampled = lock_wait_sampled,
    .lock_again = lock_again,
    .lock_passed = lock_passed,
    .event = event,
    .task_known = task_known,
};

/* A probe that is missing above would be a call of nothing. */
static void checkAll(void) {
  const char *at = (const char *)&slow_probes;
  void (*probe)(void);
  for (size_t i = 0; i + sizeof probe <= sizeof slow_probes; i += sizeof probe) {
    memcpy(&probe, at + i, sizeof probe);
    if (!probe) {
      tare_say("slow_probes.c lacks a probe that the runtime has", "", NULL);
      abort();
    }
  }
}

static int modeCalled(const char *text, size_t length) {
  static const char *const names[] = {"constant", "random", "thrash"};
  for (int i = 0; i < 3; ++i)
    if (strlen(names[i]) == length && strncmp(names[i], text, length) == 0)
      return CONSTANT + i;
  return NOT;
}

/* What the environment asks for. Text that is not understood is said, and probes stay what they
 * are. Before the runtime starts: the time that it takes lies outside of the profile. */
static void remember(void) {
  const char *text = getenv("TARE_SLOW_PROBES");
  if (tare_env_secure() || !tare_env_enabled() || !text || !*text)
    return;
  checkAll();
  tare_clock_choose();
  size_t length = strcspn(text, ":");
  int wanted = modeCalled(text, length);
  char *end = NULL;
  const char *digits = text[length] ? text + length + 1 : "";
  unsigned long value = wanted && *digits != '-' ? strtoul(digits, &end, 10) : 0;
  if (!end || *end || value == 0 || value > MOST) {
    tare_say("TARE_SLOW_PROBES wants constant:NS, random:NS or thrash:LINES, not ", text, NULL);
    return;
  }
  mode = wanted;
  amount = mode == THRASH ? value : ticksOf(value);
  memset(area, 1, sizeof area); /* pages of its own */
  tare_say("probes are slowed down for a test: TARE_SLOW_PROBES=", text, NULL);
}

/* The runtime's own, by another name (see CMakeLists.txt). */
void tare_attach_usual(struct tare_module *module);

__attribute__((visibility("default"))) void tare_rt_attach(struct tare_module *module) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, remember);
  if (module->probes == &slow_probes) /* another object has the same unit */
    return;
  tare_attach_usual(module);
  if (mode == NOT || (module->probes != &tare_probes_tsc && module->probes != &tare_probes_ns))
    return;
  own = module->probes;
  __atomic_store_n(&module->probes, &slow_probes, __ATOMIC_RELEASE);
}
