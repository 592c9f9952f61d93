/* SPDX-License-Identifier: Apache-2.0 */
#include "locks.h"
#include "log.h"
#include "sample.h"

/* Of a thread's time; what the four probes of an acquisition take; and the largest mean gap. */
enum { SHARE = 50, MOST = 1024 };

static struct tare_chosen *chosenOf(struct tare_thread *t, uint32_t node) {
  struct tare_chosen *c = &t->locks[node & (TARE_LOCKS - 1)];
  if (TARE_UNLIKELY(c->node != node + 1)) /* another one's, which begins anew when it comes back */
    *c = (struct tare_chosen){.node = node + 1, .left = 1};
  return c;
}

/* So that probes take a fiftieth of a thread's time: on average one of so many, the distance at
 * random. By the mean of all before, not by the last distance: after a long wait more would be
 * measured, and long waits follow each other. */
static uint64_t chooseGap(struct tare_thread *t, const struct tare_chosen *c) {
  uint64_t cycle = c->passed ? c->ticks / c->passed : UINT64_MAX;
  uint64_t probes = tare_rt.ticks_per_ms / 10000; /* 100 ns */
  uint64_t mean = probes * SHARE / (cycle ? cycle : 1);
  if (mean <= 1)
    return 1;
  if (mean > MOST)
    mean = MOST;
  return 1 + tare_random(t) % (2 * mean - 1);
}

unsigned long tare_lock_first(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  if (!t)
    return 0;
  struct tare_chosen *c = chosenOf(t, module->first_node + node);
  c->since = t->pf->last; /* the construct that counts has just begun */
  return c->left;
}

unsigned long tare_lock_again(struct tare_module *module, unsigned int node) {
  struct tare_thread *t = tare_self;
  if (!t)
    return 0;
  struct tare_chosen *c = chosenOf(t, module->first_node + node);
  uint64_t now = t->pf->last; /* its lock_done has just read the clock */
  c->ticks += now - c->since;
  c->passed += c->left;
  c->since = now;
  ++c->sampled;
  return c->left = chooseGap(t, c);
}

void tare_lock_passed(struct tare_module *module, unsigned int node, unsigned long acquired,
                      unsigned long next) {
  struct tare_thread *t = tare_self;
  struct tare_pf_node *cells = t && next ? tare_cells(t, module) : NULL;
  if (!cells)
    return;
  struct tare_chosen *c = chosenOf(t, module->first_node + node);
  c->left = next > acquired ? next - acquired : 1;
  cells[node].cell[TARE_SLOT_BODY].units += acquired - c->sampled; /* lock_done counts those */
  c->sampled = 0;
}
