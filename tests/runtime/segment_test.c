/* SPDX-License-Identifier: Apache-2.0
 *
 * What a segment's records say of the slots that it met, for segments made by hand: no clock is
 * read.
 */
#include "frame.h"
#include "log.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { REGION, LOOP, CRITICAL, TASK, INNER, BARRIER, NODES };
enum { BODY = TARE_SLOT_BODY, WAIT = TARE_SLOT_WAIT };

static struct tare_thread *t;
static struct tare_pf_thread pf;
static struct tare_pf_node cells[NODES];
static struct tare_pf_block half;
static char text[1 << 16] __attribute__((aligned(64)));
static struct tare_module module;
static const struct tare_pf_segment *last; /* sentence */
static int failed;

#define CHECK(what)                                                                                \
  do {                                                                                             \
    if (!(what)) {                                                                                 \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #what);                                            \
      failed = 1;                                                                                  \
    }                                                                                              \
  } while (0)

static void start(void) {
  memset(&pf, 0, sizeof pf);
  memset(cells, 0, sizeof cells);
  t->sp = t->touched_count = 0;
  t->log = (struct tare_log){
      .half = {&half}, .data = text, .ready = sizeof text, .capacity = sizeof text};
}

static struct tare_pf_cell *cell(uint32_t node, uint32_t slot) { return &cells[node].cell[slot]; }

static void forkRegion(uint32_t node) {
  struct tare_open r = {
      .module = &module, .node = node, .instance = pf.depth + 1, .flags = TARE_FRAME_LOGGED};
  tare_frame_push(t, &r, &cells[node], 0);
  tare_cell_push(t, cell(node, BODY), node, BODY);
  tare_segment_begin(t, 0);
  ++cell(node, BODY)->entries;
}

/* As a begin probe, and time until the end probe. */
static void enter(uint32_t node, uint32_t slot, uint64_t ticks) {
  ++cell(node, slot)->entries;
  tare_enter(t, cell(node, slot), node, slot);
  cell(node, slot)->ticks += ticks;
}

static void arrive(uint32_t flags) {
  ++cell(BARRIER, WAIT)->entries;
  tare_cell_push(t, cell(BARRIER, WAIT), BARRIER, WAIT);
  tare_segment_end(t, 100, BARRIER, flags);
  last = t->level[pf.depth - 1].sentence;
  tare_segment_publish(t, 100);
}

static void barrier(void) {
  arrive(0);
  --t->sp;
  tare_segment_waited(t, pf.depth - 1, 100);
  ++pf.frames[pf.depth - 1].ordinal;
  tare_segment_begin(t, 100);
}

static void join(void) {
  arrive(TARE_SEG_LAST);
  tare_segment_waited(t, pf.depth - 1, 100);
  tare_frame_pop(t);
}

/* The last sentence's record; null: there is none. */
static const struct tare_pf_spent *told(uint32_t node, uint32_t slot) {
  const struct tare_pf_spent *spent = (const struct tare_pf_spent *)(last + 1);
  for (uint32_t i = 0; i < last->spent_count; ++i)
    if (spent[i].node == node && spent[i].slot == slot)
      return &spent[i];
  return NULL;
}

static int entries(uint32_t node, uint32_t slot) {
  return told(node, slot) ? told(node, slot)->entries : -1;
}

static void eachSegmentHasItsOwn(void) {
  start();
  forkRegion(REGION);
  for (int i = 0; i < 3; ++i)
    enter(CRITICAL, BODY, 5);
  barrier();
  CHECK(entries(REGION, BODY) == 1);
  CHECK(entries(CRITICAL, BODY) == 3);
  CHECK(told(CRITICAL, BODY)->ticks == 15);
  CHECK(!told(CRITICAL, WAIT));
  enter(CRITICAL, BODY, 4);
  join();
  CHECK(!told(REGION, BODY)); /* open, but no time passed in it */
  CHECK(entries(CRITICAL, BODY) == 1);
  CHECK(told(CRITICAL, BODY)->ticks == 4);
}

static void openSlotsAreNotEntered(void) {
  start();
  forkRegion(REGION);
  enter(LOOP, BODY, 1);
  tare_cell_push(t, cell(LOOP, BODY), LOOP, BODY);
  barrier();
  CHECK(entries(LOOP, BODY) == 1);
  cell(LOOP, BODY)->ticks += 9;
  barrier();
  CHECK(entries(LOOP, BODY) == 0);
  CHECK(told(LOOP, BODY)->ticks == 9);
  enter(LOOP, BODY, 2); /* once more inside itself */
  join();
  CHECK(entries(LOOP, BODY) == 1);
}

static void openCell(uint32_t node) {
  tare_cell_push(t, cell(node, BODY), node, BODY);
  tare_enter(t, cell(node, BODY), node, BODY);
}

static void whatItIsExecutedIn(void) {
  start();
  forkRegion(REGION);
  CHECK(!cells[REGION].outer[0]); /* serial code */
  openCell(LOOP);
  openCell(CRITICAL);
  CHECK(cells[LOOP].outer[0] == REGION + 1 && !cells[LOOP].outer[1]);
  CHECK(cells[CRITICAL].outer[0] == LOOP + 1 && !cells[CRITICAL].outer[1]);
  t->sp -= 2;
  barrier(); /* looked at once a segment */
  openCell(CRITICAL);
  CHECK(cells[CRITICAL].outer[0] == LOOP + 1 && cells[CRITICAL].outer[1] == REGION + 1);
  --t->sp;
  barrier();
  openCell(TASK);
  openCell(CRITICAL);
  CHECK(cells[CRITICAL].outer[0] == LOOP + 1 && cells[CRITICAL].outer[1] == TARE_PF_MORE);
  t->sp -= 2;
  barrier();
  openCell(CRITICAL); /* known already */
  CHECK(cells[CRITICAL].outer[1] == TARE_PF_MORE);
  --t->sp;
  join();
}

static void entriesWithoutTime(void) {
  start();
  forkRegion(REGION);
  enter(CRITICAL, WAIT, 0);
  join();
  CHECK(entries(CRITICAL, WAIT) == 1);
  CHECK(told(CRITICAL, WAIT)->ticks == 0 && told(CRITICAL, WAIT)->units == 0);
}

static void nestedRegionsTellTheirOwn(void) {
  start();
  forkRegion(REGION);
  enter(CRITICAL, BODY, 10);
  enter(CRITICAL, BODY, 10);
  forkRegion(INNER);
  for (int i = 0; i < 5; ++i)
    enter(CRITICAL, BODY, 1);
  enter(LOOP, BODY, 3);
  barrier();
  CHECK(entries(CRITICAL, BODY) == 5 && told(CRITICAL, BODY)->ticks == 5);
  CHECK(entries(INNER, BODY) == 1);
  enter(CRITICAL, BODY, 1);
  join();
  CHECK(entries(CRITICAL, BODY) == 1 && told(CRITICAL, BODY)->ticks == 1);
  tare_segment_nested(t, INNER, 50);
  enter(CRITICAL, BODY, 10);
  enter(LOOP, BODY, 7);
  join();
  CHECK(entries(CRITICAL, BODY) == 3 && told(CRITICAL, BODY)->ticks == 30);
  CHECK(entries(LOOP, BODY) == 1 && told(LOOP, BODY)->ticks == 7);
  CHECK(entries(INNER, TARE_SLOT_NESTED) == 1);
  CHECK(!told(INNER, BODY));
}

/* One record for each construct in which regions of a node were forked. */
static void nestedRegionsTellWhatIsAround(void) {
  start();
  forkRegion(REGION);
  tare_segment_nested(t, INNER, 5);
  tare_cell_push(t, cell(LOOP, BODY), LOOP, BODY);
  tare_segment_nested(t, INNER, 20);
  tare_segment_nested(t, INNER, 10);
  --t->sp;
  tare_segment_nested(t, INNER, 6);
  join();
  const struct tare_pf_spent *first = told(INNER, TARE_SLOT_NESTED);
  CHECK(first->ticks == 11 && first->entries == 2);
  CHECK(first[1].slot == TARE_SLOT_AROUND && first[1].node == REGION);
  CHECK(!first[1].ticks && !first[1].units && !first[1].entries);
  CHECK(first[2].slot == TARE_SLOT_NESTED && first[2].ticks == 30 && first[2].entries == 2);
  CHECK(first[3].slot == TARE_SLOT_AROUND && first[3].node == LOOP);
}

/* The same node on both levels. */
static void regionInItself(void) {
  start();
  forkRegion(REGION);
  enter(LOOP, BODY, 1);
  forkRegion(REGION);
  enter(LOOP, BODY, 2);
  enter(LOOP, BODY, 2);
  join();
  CHECK(entries(REGION, BODY) == 1 && entries(LOOP, BODY) == 2);
  join();
  CHECK(entries(REGION, BODY) == 1 && entries(LOOP, BODY) == 1);
  CHECK(cell(REGION, BODY)->entries == 2 && cell(LOOP, BODY)->entries == 3);
}

static void tasksInAWait(void) {
  start();
  forkRegion(REGION);
  enter(TASK, BODY, 1);
  arrive(0);
  CHECK(entries(TASK, BODY) == 1);
  enter(TASK, BODY, 2);
  enter(TASK, BODY, 2);
  tare_segment_fetch(t, TASK, 3);
  tare_segment_fetch(t, TASK, 3);
  last = (const struct tare_pf_segment *)(text + t->log.used);
  tare_segment_waited(t, 0, 100);
  CHECK(last->flags & TARE_SEG_IN_WAIT);
  CHECK(entries(TASK, BODY) == 2);
  CHECK(entries(TASK, TARE_SLOT_FETCH) == 2 && told(TASK, TARE_SLOT_FETCH)->ticks == 6);
}

/* A wait's time is what lies behind its sentence, not what an outer segment spent at the same node.
 */
static void regionInItsOwnWait(void) {
  start();
  forkRegion(REGION);
  arrive(0);
  tare_meet(t, cell(REGION, WAIT), REGION, WAIT, 0); /* comes back to run a task */
  cell(REGION, WAIT)->ticks += 4;
  enter(TASK, BODY, 1);
  forkRegion(REGION);
  pf.last = 100;
  tare_frame_finish(t, 100);
  cell(REGION, WAIT)->ticks += 30;
  tare_segment_publish(t, 130);
  tare_segment_waited(t, 1, 130);
  tare_frame_pop(t);
  cell(REGION, WAIT)->ticks += 3;
  last = (const struct tare_pf_segment *)(text + t->log.used);
  tare_segment_waited(t, 0, 140);
  CHECK(entries(REGION, WAIT) == 0 && told(REGION, WAIT)->ticks == 7);
  CHECK(cell(REGION, WAIT)->entries == 1 && cell(REGION, WAIT)->ticks == 37);
}

static void asManyAsARecordHolds(void) {
  start();
  forkRegion(REGION);
  for (int i = 0; i < 65534; ++i)
    enter(LOOP, BODY, 1);
  for (int i = 0; i < 70000; ++i) {
    enter(CRITICAL, BODY, 1);
    tare_segment_nested(t, INNER, 1);
  }
  cell(LOOP, BODY)->mark_units = UINT64_MAX; /* not counted */
  join();
  CHECK(entries(LOOP, BODY) == 65534 && told(LOOP, BODY)->units == 65535);
  CHECK(entries(CRITICAL, BODY) == 65535 && told(CRITICAL, BODY)->units == 0);
  CHECK(entries(INNER, TARE_SLOT_NESTED) == 65535 && told(INNER, TARE_SLOT_NESTED)->units == 65535);
}

/* ---- under a budget ---- */

static struct tare_budgeted region;

static void startBudget(void) {
  start();
  tare_budget.entry = 10;
  tare_budget.segment = 1000;
  region = (struct tare_budgeted){.asleep = 70, .asleep_count = 2};
  t->budget = &region;
  t->cost = 0;
}

static void probesAreCounted(void) {
  startBudget();
  forkRegion(REGION);
  for (int i = 0; i < 3; ++i)
    enter(CRITICAL, BODY, 5);
  t->level[0].probe = 300; /* P */
  barrier();
  CHECK(t->cost == 1000 + 4 * 10 + 300);
  enter(TASK, BODY, 1);
  arrive(TARE_SEG_LAST);
  CHECK(t->cost == 2 * 1000 + 5 * 10 + 300);
  enter(TASK, BODY, 1); /* in the wait */
  tare_segment_fetch(t, TASK, 3);
  t->level[0].probe = 40;
  tare_segment_waited(t, 0, 100);
  CHECK(t->cost == 2 * 1000 + 6 * 10 + 340);
  tare_frame_pop(t);
  t->budget = NULL;
}

/* Those of a nested region once, and where the log is full too. */
static void nestedProbesAreCountedOnce(void) {
  for (int off = 0; off < 2; ++off) {
    startBudget();
    t->log.off = off;
    forkRegion(REGION);
    enter(CRITICAL, BODY, 5);
    forkRegion(INNER);
    enter(CRITICAL, BODY, 5);
    enter(LOOP, BODY, 5);
    join();
    CHECK(t->cost == 1000 + 3 * 10);
    tare_segment_nested(t, INNER, 5);
    enter(CRITICAL, BODY, 5);
    join();
    CHECK(t->cost == 2 * 1000 + 6 * 10);
    t->budget = NULL;
  }
}

/* The end of an outermost region, on the thread that forked it, if it is logged. */
static void itStandsForOthers(void) {
  startBudget();
  forkRegion(REGION);
  arrive(TARE_SEG_LAST);
  CHECK(!told(REGION, TARE_SLOT_STANDS_FOR)); /* no master */
  tare_segment_waited(t, 0, 100);
  tare_frame_pop(t);
  forkRegion(REGION);
  pf.frames[0].flags |= TARE_FRAME_MASTER;
  barrier();
  CHECK(!told(REGION, TARE_SLOT_STANDS_FOR));
  forkRegion(INNER);
  pf.frames[1].flags |= TARE_FRAME_MASTER;
  pf.frames[1].depth = 1;
  join();
  CHECK(!told(INNER, TARE_SLOT_STANDS_FOR) && !told(REGION, TARE_SLOT_STANDS_FOR));
  t->path = 9;
  join();
  const struct tare_pf_spent *spent = (const struct tare_pf_spent *)(last + 1);
  CHECK(last->spent_count == 2); /* no time passed */
  spent += last->spent_count - 2;
  CHECK(spent[0].slot == TARE_SLOT_STANDS_FOR && spent[0].node == REGION);
  CHECK(spent[0].ticks == 70 && spent[0].units == 2 && spent[0].entries == 0);
  CHECK(spent[1].slot == TARE_SLOT_PATH && spent[1].node == 9);
  CHECK(region.asleep == 0 && region.asleep_count == 0);
  t->path = 0;
  region = (struct tare_budgeted){.asleep = 5, .asleep_count = 1};
  forkRegion(REGION);
  pf.frames[0].flags = TARE_FRAME_MASTER; /* not logged */
  join();
  CHECK(region.asleep == 5 && region.asleep_count == 1);
  t->budget = NULL;
}

/* Nobody is left to tell of it but the next thread with its slot. */
static void endOfAThreadIsCounted(void) {
  startBudget();
  tare_thread_end(t);
  uint64_t end = t->cost;
  CHECK(end > 0);
  forkRegion(REGION);
  join();
  CHECK(t->cost == end + 1000 + 10);
  t->budget = NULL;
}

int main(void) {
  t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
           0);
  if (t == MAP_FAILED)
    return 2;
  t->pf = &pf;
  eachSegmentHasItsOwn();
  openSlotsAreNotEntered();
  whatItIsExecutedIn();
  entriesWithoutTime();
  nestedRegionsTellTheirOwn();
  nestedRegionsTellWhatIsAround();
  regionInItself();
  tasksInAWait();
  regionInItsOwnWait();
  asManyAsARecordHolds();
  probesAreCounted();
  nestedProbesAreCountedOnce();
  itStandsForOthers();
  endOfAThreadIsCounted();
  return failed;
}
