/* SPDX-License-Identifier: Apache-2.0 */
#include "initial.h"
#include "memory.h"

#include <stddef.h>
#include <string.h>

struct tare_initial tare_initial;

/* Before there is a file. */
struct early_cells {
  uint32_t module, node_count;
  struct early_cells *next;
  struct tare_pf_node nodes[];
};
static struct {
  struct tare_pf_thread pf;
  struct tare_pf_node *cells[TARE_MODULES]; /* untouched pages cost nothing */
  struct early_cells *list;
} early;

static struct tare_pf_cell *serialCell(struct tare_pf_node *nodes, uint32_t node) {
  return &nodes[node].cell[TARE_SLOT_SERIAL];
}

/* A fork leaves the statement, and the join comes back to what lies below its frame. */
static void showTop(void) {
  struct tare_initial *s = &tare_initial;
  struct tare_pf_cell *top = s->depth ? s->stack[s->depth - 1].cell : NULL;
  s->pf->current = (uint64_t)(uintptr_t)top;
  if (s->thread)
    s->thread->stack[0].cell = top;
}

static void openEarly(void) {
  tare_initial.pf = &early.pf;
  tare_initial.cells = early.cells;
  early.pf.last = tare_rt.start_tick;
}

/* All of it is P_S. */
static void adoptTimed(uint64_t since) {
  tare_initial_adopt(since);
  struct tare_pf_thread *pf = tare_initial.pf;
  pf->last = tare_tick();
  pf->serial_probe_ticks += pf->last - since;
}

struct tare_initial *tare_initial_open(struct tare_module *module) {
  uint64_t now = tare_tick();
  int phase = __atomic_load_n(&tare_rt.phase, __ATOMIC_ACQUIRE);
  if (phase == TARE_READY && (module->flags & tare_module_serial)) {
    tare_setup(module);
    phase = __atomic_load_n(&tare_rt.phase, __ATOMIC_ACQUIRE);
  }
  if (phase == TARE_OPEN)
    adoptTimed(now);
  else if (phase != TARE_READY)
    return NULL;
  else if (!tare_initial.pf)
    openEarly();
  return &tare_initial;
}

/* ---- cells ---- */

static size_t sizeOfEarly(uint32_t node_count) {
  return sizeof(struct early_cells) + node_count * sizeof(struct tare_pf_node);
}

static struct tare_pf_node *makeEarlyCells(const struct tare_module *m) {
  struct early_cells *e = tare_memory_reserve(sizeOfEarly(m->node_count));
  if (!e)
    return NULL;
  e->module = m->slot;
  e->node_count = m->node_count;
  e->next = early.list;
  early.list = e;
  return early.cells[m->slot] = e->nodes;
}

/* Making them in the file is P_S. */
static struct tare_pf_node *makeCells(struct tare_module *m) {
  struct tare_pf_thread *pf = tare_initial.pf;
  if (__atomic_load_n(&tare_rt.phase, __ATOMIC_RELAXED) != TARE_OPEN)
    return NULL;
  uint64_t before = tare_tick();
  tare_initial_move(pf, (struct tare_pf_cell *)(uintptr_t)pf->current, before);
  struct tare_pf_node *cells = tare_cells_new(tare_initial.thread, m);
  pf->last = tare_tick();
  pf->serial_probe_ticks += pf->last - before;
  return cells;
}

struct tare_pf_node *tare_initial_cells(struct tare_module *m) {
  return tare_initial.thread ? makeCells(m) : makeEarlyCells(m);
}

/* ---- from private memory into the file ---- */

static struct tare_pf_node *moveCells(struct tare_thread *t, struct early_cells *e) {
  struct tare_module about = {.slot = e->module, .node_count = e->node_count};
  struct tare_pf_node *cells = t->cells[e->module];
  if (!cells)
    cells = tare_cells_new(t, &about);
  if (cells)
    memcpy(cells, e->nodes, e->node_count * sizeof *cells);
  else /* no space: its time is serial, of no statement */
    for (uint32_t i = 0; i < e->node_count; ++i)
      t->pf->serial_ticks += serialCell(e->nodes, i)->ticks;
  return cells;
}

static void forgetEarly(void) {
  while (early.list) {
    struct early_cells *e = early.list;
    early.cells[e->module] = NULL;
    early.list = e->next;
    tare_memory_return(e, sizeOfEarly(e->node_count));
  }
  memset(&early.pf, 0, sizeof early.pf);
}

static void moveEarly(struct tare_thread *t) {
  struct tare_initial *s = &tare_initial;
  int complete = 1;
  t->pf->serial_ticks += early.pf.serial_ticks;
  for (struct early_cells *e = early.list; e; e = e->next)
    complete = moveCells(t, e) && complete;
  if (!complete)
    s->depth = 0;
  for (uint32_t i = 0; i < s->depth; ++i)
    s->stack[i].cell = serialCell(t->cells[s->stack[i].module], s->stack[i].node);
  forgetEarly();
}

void tare_initial_adopt(uint64_t now) {
  struct tare_initial *s = &tare_initial;
  struct tare_thread *t = tare_rt.initial_thread;
  tare_initial_move(s->pf ? s->pf : t->pf, NULL, now);
  if (s->pf)
    moveEarly(t);
  t->pf->last = now;
  s->thread = t;
  s->pf = t->pf;
  s->cells = t->cells;
  showTop();
}

void tare_initial_started(uint64_t ticks) {
  if (!tare_initial.pf)
    openEarly();
  tare_initial.pf->last += ticks;
  tare_rt.early_ticks += ticks;
}

void tare_initial_take_start(struct tare_pf_thread *pf) {
  pf->last -= tare_rt.early_ticks;
  tare_rt.early_ticks = 0;
}

/* ---- statements that are too short ---- */

/* The serial program measures shorter ones too: the parallel one measures their constructs. */
enum { SHORTEST_NS = 2000, SHORTEST_TWIN_NS = 500 };

static uint64_t ticksOf(uint64_t ns) {
  uint64_t tick, at_ns;
  tare_clock_pair(&tick, &at_ns);
  uint64_t passed = at_ns - tare_rt.start_ns;
  return passed ? (uint64_t)((double)(tick - tare_rt.start_tick) / (double)passed * (double)ns)
                : ns;
}

void tare_initial_give(struct tare_pf_cell *cell) {
  struct tare_initial *s = &tare_initial;
  uint64_t *to = &s->pf->serial_ticks;
  for (uint32_t i = s->depth; i-- > 0;)
    if (s->stack[i].cell != cell) {
      to = &s->stack[i].cell->ticks;
      break;
    }
  *to += cell->ticks;
  cell->ticks = 0;
}

/* mark_units: entries at which to look next. mark_segment: not 0 when stopped. */
void tare_initial_judge(struct tare_pf_cell *cell, const struct tare_module *module) {
  if (cell->entries < TARE_PF_FIRST_LOOK) {
    cell->mark_units = TARE_PF_FIRST_LOOK;
    return;
  }
  cell->mark_units = 2 * cell->entries;
  int is_counterpart = (module->flags & tare_module_serial) != 0;
  if (cell->ticks / cell->entries >= ticksOf(is_counterpart ? SHORTEST_TWIN_NS : SHORTEST_NS))
    return;
  cell->mark_segment = 1;
  tare_initial_give(cell);
}

/* ---- the ends ---- */

void tare_initial_close(uint64_t now) {
  if (!tare_initial.thread)
    tare_initial_adopt(now);
  tare_initial.depth = 0;
  tare_initial_take_start(tare_initial.pf); /* nothing was forked */
  tare_initial_move(tare_initial.pf, NULL, now);
}

void tare_initial_forget(void) {
  forgetEarly();
  memset(&tare_initial, 0, offsetof(struct tare_initial, stack));
}
