/* SPDX-License-Identifier: Apache-2.0
 *
 * Where Q begins in a gap, for teams made by hand: ticks of the window are what the test says, and
 * no clock is read.
 */
#include "supply.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { MOST = 4, A_MS = 512000 }; /* so a look is due after 1000 ticks a thread */

static struct tare_thread *threads[MOST];
static struct tare_pf_thread records[MOST];
static int failed;

#define CHECK(what)                                                                                \
  do {                                                                                             \
    if (!(what)) {                                                                                 \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #what);                                            \
      failed = 1;                                                                                  \
    }                                                                                              \
  } while (0)

/* A team of n threads in region instance `instance`, that have come in. */
static void team(uint32_t n, uint64_t instance) {
  struct tare_open region = {.master = threads[0], .instance = instance};
  for (uint32_t i = 0; i < n; ++i) {
    records[i].depth = 1;
    records[i].frames[0].instance = instance;
    records[i].frames[0].team_size = n;
    records[i].frames[0].thread_num = i;
    threads[i]->gap = (struct tare_gap){.looked = 0};
    tare_supply_join(threads[i], 0, &region);
  }
}

static struct tare_supply *supply(uint32_t i) { return &threads[i]->level[0].supply; }

/* Thread 1 opens a gap at `begin`; then `created` tasks are made at `newest`; a task ends it. */
static uint64_t gap(uint64_t begin, uint64_t newest, uint64_t end, uint32_t flags) {
  struct tare_sight sight, *seen = NULL;
  tare_gap_begin(threads[1], threads[1]->level, begin);
  if (newest)
    supply(0)->newest = newest;
  if (tare_gap_asks(threads[1], end - begin, flags)) {
    sight = tare_supply_look(threads[1]);
    seen = &sight;
  }
  return tare_gap_end(threads[1], begin, end, flags, seen);
}

static void readyTasks(void) {
  team(2, 1);
  supply(0)->created = 3;
  supply(1)->started = 2;
  CHECK(gap(10000, 0, 10300, 0) == 10000); /* one was ready: all of it is Q */
  CHECK(tare_supply_look(threads[1]).ready == 1);
  supply(1)->started = 3;
  CHECK(gap(20000, 20200, 20300, 0) == 20200); /* none was: Q from its creation on */
  CHECK(gap(30000, 0, 30300, 0) == 30300);     /* its creation is not over: I */
  CHECK(gap(40000, 40400, 40300, 0) == 40300); /* created after this one began */
}

static void dependences(void) {
  team(2, 2);
  supply(0)->created = 5; /* others that are ready do not matter to it */
  supply(0)->ended = 10100;
  CHECK(gap(10000, 0, 10300, tare_task_depends) == 10100); /* what it waited for ended */
  supply(1)->ended = 20000;
  CHECK(gap(20000, 0, 20300, tare_task_depends) == 20000); /* nothing did: it was ready */
  CHECK(gap(30000, 30200, 30300, tare_task_depends) == 30200);
  supply(0)->ended = 40100;
  CHECK(gap(40000, 0, 40300, tare_task_chunk) == 40000); /* what others end does not matter */
}

/* Of what a cancelled taskgroup discards nothing is ready: a wait without a task is I. */
static void discarded(void) {
  team(2, 9);
  CHECK(gap(10000, 0, 10300, tare_task_discardable) == 10000); /* it was ready, uncounted */
  CHECK(gap(20000, 20200, 20300, tare_task_discardable) == 20200);
  supply(0)->ended = 30100;
  CHECK(gap(30000, 0, 30300, tare_task_discardable) == 30000); /* what others end does not matter */
  tare_gap_begin(threads[1], threads[1]->level, 40000);
  CHECK(tare_gap_leave(threads[1], 40000, 50000) == 50000);
}

/* Another thread may begin it before its creation is over. */
static void discardedWhileCreated(void) {
  static struct tare_pf_node cells[1];
  static struct tare_module module;
  team(2, 10);
  threads[0]->cells[0] = cells;
  records[0].current = (uint64_t)(uintptr_t)&cells[0].cell[TARE_SLOT_BODY];
  tare_self = threads[0];
  tare_probes_tsc.tasks_create(&module, 0, tare_task_discardable);
  tare_self = NULL;
  uint64_t since = supply(0)->newest;
  CHECK(since > 0);
  CHECK(gap(since - 5000, 0, since + 300, tare_task_discardable) == since);
}

/* Looks are rare: between them the last one stands for the gaps. */
static void untied(void) {
  team(2, 8);
  supply(0)->left = 10100;
  CHECK(gap(10000, 0, 10300, tare_task_depends | TARE_GAP_GOES_ON) == 10100); /* it ran until then */
  supply(1)->left = 20100;
  CHECK(gap(20000, 0, 20300, tare_task_depends | TARE_GAP_GOES_ON) == 20000); /* left by itself */
  supply(0)->left = 30100;
  CHECK(gap(30000, 0, 30300, tare_task_depends) == 30000); /* a task that waits for others' ends */
}

static void betweenLooks(void) {
  team(2, 3);
  CHECK(gap(10000, 10200, 10300, 0) == 10200); /* a third is Q */
  uint64_t from = gap(10500, 0, 10800, 0);     /* too soon for a look */
  CHECK(from >= 10699 && from <= 10701);
  CHECK(!tare_gap_asks(threads[1], 300, 0));
  CHECK(gap(11000, 13500, 14000, 0) == 13500); /* a long one is looked at in any case */
  CHECK(gap(15000, 0, 18000, 0) == 15000);     /* it was created before the gap began */
}

static void firstTask(void) {
  team(2, 4);
  tare_rt.tasks = 0;
  tare_gap_begin(threads[1], threads[1]->level, 100); /* before the first look would be due */
  tare_rt.tasks = 1;
  supply(0)->newest = 150;
  struct tare_sight sight = tare_supply_look(threads[1]);
  CHECK(tare_gap_asks(threads[1], 100, 0));
  CHECK(tare_gap_end(threads[1], 100, 200, 0, &sight) == 150);
}

static void alone(void) {
  team(1, 5);
  tare_gap_begin(threads[0], threads[0]->level, 10000);
  CHECK(!tare_gap_asks(threads[0], 5000, 0));
  CHECK(tare_gap_end(threads[0], 10000, 15000, 0, NULL) == 10000);
  CHECK(tare_gap_leave(threads[0], 10000, 15000) == 10000);
}

/* A wait that ends without a task: Q when the runtime had tasks at both ends. */
static void left(void) {
  team(2, 6);
  tare_gap_begin(threads[1], threads[1]->level, 10000);
  CHECK(tare_gap_leave(threads[1], 10000, 10500) == 10500);
  supply(0)->created = 1;
  tare_gap_begin(threads[1], threads[1]->level, 20000);
  CHECK(tare_gap_leave(threads[1], 20000, 20500) == 20000);
  tare_gap_begin(threads[1], threads[1]->level, 20600); /* not looked at: as the last one */
  CHECK(tare_gap_leave(threads[1], 20600, 20700) == 20600);
  tare_gap_begin(threads[1], threads[1]->level, 30000);
  supply(1)->started = 1;
  CHECK(tare_gap_leave(threads[1], 30000, 30500) == 30500);
}

/* Counts of an older team, or of threads that have not come, are not this team's. */
static void strangers(void) {
  team(3, 7);
  supply(2)->created = 9;
  supply(2)->newest = 5000;
  struct tare_open region = {.master = threads[0], .instance = 8};
  for (uint32_t i = 0; i < 2; ++i) {
    records[i].frames[0].instance = 8;
    tare_supply_join(threads[i], 0, &region);
  }
  CHECK(tare_supply_look(threads[1]).ready == 0);
  CHECK(tare_supply_look(threads[1]).newest == 0);
}

int main(void) {
  for (uint32_t i = 0; i < MOST; ++i) {
    threads[i] = mmap(NULL, sizeof(struct tare_thread), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (threads[i] == MAP_FAILED)
      return 2;
    threads[i]->pf = &records[i];
  }
  tare_rt.ticks_per_ms = A_MS;
  tare_rt.tasks = 1;
  readyTasks();
  dependences();
  discarded();
  discardedWhileCreated();
  untied();
  betweenLooks();
  firstTask();
  alone();
  left();
  strangers();
  return failed;
}
