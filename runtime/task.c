/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes of explicit tasks.
 *
 *   creation   ... | SCHED (a body that runs at once: BODY) | ...      create, begin, end, created
 *   elsewhere  WAIT of a barrier, a taskwait, ... | BODY | WAIT        begin, end
 *
 * A task's cell lies on the stack of whatever thread runs it, on top of what that thread was doing.
 * An untied task leaves the stack before each of its scheduling points and comes back on the stack
 * of the thread that goes on with it.
 */
#include "park.h"
#include "probes.h"
#include "stack.h"

struct task {
  struct tare_module *module;
  uint64_t node;
  uint64_t reserved[4];
};
_Static_assert(sizeof(struct task) == sizeof(struct tare_task), "layout of tare_task");

/* ---- creation ---- */

static void create(struct tare_module *module, unsigned int node) {
  begin(create, module, node, TARE_SLOT_SCHED);
}

static void created(struct tare_module *module, unsigned int node, uint64_t units) {
  (void)units;
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  if (topCell(t, module, node, TARE_SLOT_SCHED))
    pop(t, now());
  else
    mend(created, module, node, 0, TARE_SLOT_SCHED);
}

void TARE_BY_CLOCK(tare_task_create)(struct tare_module *module, unsigned int node) {
  create(module, node);
}

void TARE_BY_CLOCK(tare_task_created)(struct tare_module *module, unsigned int node) {
  created(module, node, 0);
}

/* ---- execution ---- */

static void goOn(struct tare_module *module, unsigned int node) {
  uint64_t tick = now();
  struct tare_thread *t = tare_self;
  if (!t && !(t = tare_unpark(tick)))
    return;
  struct tare_pf_node *cells = t->cells[module->slot];
  if (TARE_UNLIKELY(!cells)) {
    again(goOn, module, node);
    return;
  }
  if (full(t)) {
    tooManyConstructs(t);
    return;
  }
  struct tare_level *l = &t->level[t->pf->depth - 1];
  if (l->waits && !l->first_task)
    l->first_task = tick;
  struct tare_pf_cell *cell = &cells[node].cell[TARE_SLOT_BODY];
  push(t, cell, module->first_node + node, TARE_SLOT_BODY, tick);
  tare_enter(t, cell, module->first_node + node, TARE_SLOT_BODY);
}

static void leave(struct tare_module *module, unsigned int node, uint64_t units) {
  struct tare_thread *t = tare_self;
  if (!t)
    return;
  uint64_t tick = now();
  struct tare_pf_cell *cell = topCell(t, module, node, TARE_SLOT_BODY);
  if (TARE_LIKELY(cell)) {
    cell->units += units;
    pop(t, tick);
  } else {
    mend(leave, module, node, units, TARE_SLOT_BODY);
  }
  if (TARE_UNLIKELY(t->parked.reopened))
    tare_park_again(t);
}

void TARE_BY_CLOCK(tare_task_begin)(struct tare_module *module, unsigned int node,
                                    struct tare_task *task) {
  struct task *own = (struct task *)task;
  own->module = module;
  own->node = node;
  goOn(module, node);
}

void TARE_BY_CLOCK(tare_task_end)(struct tare_task *task) {
  struct task *own = (struct task *)task;
  leave(own->module, (unsigned int)own->node, 1);
}

void TARE_BY_CLOCK(tare_task_suspend)(struct tare_task *task) {
  struct task *own = (struct task *)task;
  leave(own->module, (unsigned int)own->node, 0);
}

void TARE_BY_CLOCK(tare_task_resume)(struct tare_task *task) {
  struct task *own = (struct task *)task;
  goOn(own->module, (unsigned int)own->node);
}
