/* SPDX-License-Identifier: Apache-2.0
 *
 * Segments of a thread's time, and the sentences about them.
 *
 * A cell only adds up, so a segment's share of it is what it holds at the end less what it held
 * when the segment first met it (mark_*).  With nested regions a cell may be marked by the
 * enclosing region's segment already; those marks are put back, moved on by everything that the
 * cell got since, because the outer sentence books the inner region as one record of its span.
 */
#include "log.h"

#include <string.h>

enum { MOST = 65535 }; /* units, entries of one record */

/* A place in the nesting of regions: what is in the profile of it, and what is private. */
struct at {
  struct tare_level *level;
  const struct tare_pf_frame *frame;
};

static struct at frameAt(struct tare_thread *t, uint32_t index) {
  return (struct at){&t->level[index], &t->pf->frames[index]};
}

static struct tare_level *innermost(struct tare_thread *t) { return &t->level[t->pf->depth - 1]; }

static struct tare_touched marksOf(struct tare_pf_cell *cell, uint32_t node, uint32_t slot,
                                   uint32_t counted) {
  return (struct tare_touched){.cell = cell,
                               .ticks = cell->mark_ticks,
                               .units = cell->mark_units,
                               .entries = cell->mark_entries,
                               .segment = cell->mark_segment,
                               .ticks_then = cell->ticks,
                               .units_then = cell->units,
                               .entries_then = cell->entries - counted,
                               .node = node,
                               .slot = slot};
}

/* The marks that a cell had then, moved on by what it got since. */
static void putBack(const struct tare_touched *then) {
  struct tare_pf_cell *cell = then->cell;
  int counted = then->units != UINT64_MAX;
  cell->mark_ticks = then->ticks + (cell->ticks - then->ticks_then);
  cell->mark_units = counted ? then->units + (cell->units - then->units_then) : UINT64_MAX;
  cell->mark_entries = then->entries + (cell->entries - then->entries_then);
  cell->mark_segment = then->segment;
}

/* What it is executed in, be it in another function. Around an outermost region is serial code. */
static void noteOuter(const struct tare_thread *t, struct tare_pf_cell *cell, uint32_t node,
                      uint32_t slot) {
  if (t->sp >= TARE_STACK || t->sp <= t->level[0].base || t->stack[t->sp].cell != cell)
    return;
  uint32_t outer = t->stack[t->sp - 1].node;
  if (outer != node)
    tare_note_outer(((struct tare_pf_node *)(cell - slot))->outer, outer);
}

TARE_COLD void tare_touch(struct tare_thread *t, struct tare_pf_cell *cell, uint32_t node,
                          uint32_t slot, uint32_t counted) {
  noteOuter(t, cell, node, slot);
  if (t->touched_count == TARE_TOUCHED) {
    for (uint32_t d = 0; d < t->pf->depth; ++d)
      t->level[d].lost = 1;
    return;
  }
  t->touched[t->touched_count++] = marksOf(cell, node, slot, counted);
  cell->mark_ticks = cell->ticks;
  cell->mark_units = cell->units;
  cell->mark_entries = cell->entries - counted;
  cell->mark_segment = t->segment;
}

void tare_segment_begin(struct tare_thread *t, uint64_t open) {
  struct tare_level *l = innermost(t);
  uint32_t top = t->sp < TARE_STACK ? t->sp : TARE_STACK - 1;
  l->open = open;
  l->segment = t->segment = ++t->last_segment;
  l->probe = l->late = 0;
  l->lost = 0;
  l->waits = 0;
  l->touched = t->touched_count;
  for (uint32_t i = l->base; i <= top; ++i)
    tare_meet(t, t->stack[i].cell, t->stack[i].node, t->stack[i].slot, 0);
}

/* Removes the marks of the innermost level. */
static void forgetTouched(struct tare_thread *t, struct tare_level *l) {
  if (l != t->level)
    for (uint32_t i = t->touched_count; i-- > l->touched;)
      if (t->touched[i].cell)
        putBack(&t->touched[i]);
  t->touched_count = l->touched;
}

static uint16_t cut(uint64_t count) { return count < MOST ? (uint16_t)count : MOST; }

static struct tare_pf_spent recordOf(const struct tare_touched *touched) {
  const struct tare_pf_cell *cell = touched->cell;
  struct tare_pf_spent record = {.node = touched->node, .slot = touched->slot};
  if (cell) {
    int counted = cell->mark_units != UINT64_MAX;
    record.ticks = cell->ticks - cell->mark_ticks;
    record.units = counted ? cut(cell->units - cell->mark_units) : MOST;
    record.entries = cut(cell->entries - cell->mark_entries);
  } else {
    record.ticks = touched->ticks;
    record.units = record.entries = cut(touched->units);
  }
  return record;
}

/* Returns the number of records. */
static uint32_t writeSpent(struct tare_thread *t, const struct tare_level *l,
                           struct tare_pf_spent *spent, uint32_t region) {
  uint32_t count = 0;
  for (uint32_t i = l->touched; i < t->touched_count; ++i) {
    struct tare_pf_spent record = recordOf(&t->touched[i]);
    if (record.ticks || record.units || record.entries || record.slot == TARE_SLOT_AROUND)
      spent[count++] = record;
  }
  if (l->probe)
    spent[count++] =
        (struct tare_pf_spent){.ticks = l->probe, .node = region, .slot = TARE_SLOT_PROBE};
  return count;
}

static int wanted(const struct tare_thread *t, struct at at, uint32_t flags) {
  if (!(at.frame->flags & TARE_FRAME_LOGGED) || at.level->lost || t->log.off)
    return 0;
  uint32_t level = __atomic_load_n(&tare_rt.level_barriers, __ATOMIC_RELAXED);
  return (flags & TARE_SEG_LAST) || tare_ordinal_kept(at.frame->ordinal, level);
}

/* What the probes took of a segment, or of the tasks in the wait after it, and P there. */
static void addCost(struct tare_thread *t, const struct tare_level *l, uint64_t ticks) {
  uint64_t entries = 0;
  for (uint32_t i = l->touched; i < t->touched_count; ++i) {
    const struct tare_pf_cell *cell = t->touched[i].cell;
    entries += cell ? cell->entries - cell->mark_entries : 0;
  }
  t->cost += ticks + l->probe + entries * tare_budget.entry;
}

static struct tare_pf_segment *room(struct tare_thread *t, const struct tare_level *l) {
  uint64_t records =
      t->touched_count - l->touched + 3; /* P, what it stands for (or LATE), the call path */
  uint64_t need = sizeof(struct tare_pf_segment) + records * sizeof(struct tare_pf_spent);
  if (t->log.used + need > t->log.ready)
    tare_log_tend(t, need);
  return t->log.off ? NULL : (struct tare_pf_segment *)(t->log.data + t->log.used);
}

static uint64_t sizeOf(const struct tare_pf_segment *s) {
  return sizeof *s + s->spent_count * sizeof(struct tare_pf_spent);
}

/* What the last sentence of an outermost region says of all of it. Returns the number of records.
 */
static uint32_t writeTail(struct tare_thread *t, struct tare_pf_spent *spent, uint32_t region) {
  uint32_t count = 0;
  if (TARE_UNLIKELY(t->budget != NULL))
    count += (uint32_t)tare_budget_stands_for(t->budget, region, spent);
  if (t->path)
    spent[count++] = (struct tare_pf_spent){.node = t->path, .slot = TARE_SLOT_PATH};
  return count;
}

/* From `open` to `arrive`, with everything that was touched. */
static void writeSentence(struct tare_thread *t, struct at at, struct tare_pf_segment *s,
                          uint64_t open, uint64_t arrive, uint32_t flags) {
  const struct tare_pf_frame *frame = at.frame;
  s->instance = frame->instance;
  s->open = open;
  s->arrive = arrive;
  s->leave = 0;
  s->runq_ns = 0;
  s->region_node = frame->node;
  s->barrier_node = at.level->wait_node;
  s->ordinal = frame->ordinal;
  s->flags = (uint16_t)(flags | (frame->flags & TARE_FRAME_MASTER ? TARE_SEG_MASTER : 0));
  s->team_size = (uint16_t)frame->team_size;
  s->thread_num = (uint16_t)frame->thread_num;
  s->depth = (uint16_t)frame->depth;
  struct tare_pf_spent *spent = (struct tare_pf_spent *)(s + 1);
  s->spent_count = writeSpent(t, at.level, spent, frame->node);
  uint32_t end = TARE_SEG_LAST | TARE_SEG_MASTER;
  if ((s->flags & (end | TARE_SEG_IN_WAIT)) == end && !frame->depth)
    s->spent_count += writeTail(t, spent + s->spent_count, frame->node);
  if (TARE_UNLIKELY(at.level->late && !(flags & TARE_SEG_IN_WAIT)))
    spent[s->spent_count++] = (struct tare_pf_spent){
        .ticks = at.level->late, .node = frame->node, .slot = TARE_SLOT_LATE};
}

static void showSentence(struct tare_thread *t, uint64_t size) {
  struct tare_log *log = &t->log;
  log->used += size;
  ++t->pf->segments;
  __atomic_store_n(&log->half[t->pf->active_log]->used, log->used, __ATOMIC_RELEASE);
}

void tare_segment_end(struct tare_thread *t, uint64_t arrive, uint32_t barrier_node,
                      uint32_t flags) {
  struct at at = frameAt(t, t->pf->depth - 1);
  struct tare_level *l = at.level;
  l->wait_node = barrier_node;
  l->wait_flags = flags;
  struct tare_pf_segment *s = wanted(t, at, flags) ? room(t, l) : NULL;
  l->sentence = s;
  l->logged = s != NULL;
  if (s) {
    writeSentence(t, at, s, l->open, arrive, flags);
    t->log.pending = sizeOf(s);
  } else {
    ++t->pf->segments_dropped;
  }
  if (TARE_UNLIKELY(t->budget != NULL))
    addCost(t, l, tare_budget.segment);
  forgetTouched(t, l);
  if (TARE_UNLIKELY(l != t->level))
    l->own_wait = marksOf(t->stack[t->sp].cell, barrier_node, TARE_SLOT_WAIT, 1);
  l->segment = t->segment = ++t->last_segment;
  l->arrive = arrive;
  l->first_task = 0;
  l->probe = l->late = 0;
  l->wait = t->sp;
  l->waits = 1;
}

/* A sentence about the tasks that ran in a wait. */
static void tellTasks(struct tare_thread *t, struct at at, uint64_t until) {
  struct tare_level *l = at.level;
  struct tare_pf_segment *s = wanted(t, at, l->wait_flags) ? room(t, l) : NULL;
  if (!s) {
    ++t->pf->segments_dropped;
    return;
  }
  writeSentence(t, at, s, l->arrive, until, l->wait_flags | TARE_SEG_IN_WAIT);
  s->leave = l->first_task ? l->first_task : l->arrive;
  if (t->parked.master && t->parked.waited) {
    s->runq_ns = t->parked.waited;
    s->flags |= TARE_SEG_RUNQ;
    t->parked.waited = 0;
  }
  if (s->spent_count)
    showSentence(t, sizeOf(s));
}

void tare_segment_waited(struct tare_thread *t, uint32_t index, uint64_t until) {
  struct at at = frameAt(t, index);
  struct tare_level *l = at.level;
  if (TARE_UNLIKELY(l->waits && l->logged && (t->touched_count > l->touched || l->probe)))
    tellTasks(t, at, until);
  if (TARE_UNLIKELY(t->budget != NULL))
    addCost(t, l, 0);
  forgetTouched(t, l);
  if (TARE_UNLIKELY(l != t->level && l->waits))
    putBack(&l->own_wait);
  l->waits = 0;
}

void tare_segment_publish(struct tare_thread *t, uint64_t leave) {
  struct tare_level *l = innermost(t);
  struct tare_log *log = &t->log;
  if (!l->sentence)
    return;
  l->sentence->leave = leave;
  if ((char *)l->sentence == log->data + log->used && log->pending) {
    showSentence(t, log->pending);
    log->pending = 0;
  }
  if (leave)
    l->sentence = NULL;
}

/* The construct that the record behind this one names; TARE_PF_NO_NODE: none. */
static uint32_t aroundOf(const struct tare_thread *t, uint32_t index) {
  int named = index + 1 < t->touched_count && t->touched[index + 1].slot == TARE_SLOT_AROUND;
  return named ? t->touched[index + 1].node : TARE_PF_NO_NODE;
}

static void addTouched(struct tare_thread *t, struct tare_touched touched) {
  t->touched[t->touched_count++] = touched;
}

/* A record without a cell. One for each construct around, if that is known. */
static void addRecord(struct tare_thread *t, uint32_t node, uint32_t slot, uint64_t ticks,
                      uint32_t around) {
  struct tare_level *l = innermost(t);
  for (uint32_t i = l->touched; i < t->touched_count; ++i)
    if (!t->touched[i].cell && t->touched[i].node == node && t->touched[i].slot == slot &&
        aroundOf(t, i) == around) {
      t->touched[i].ticks += ticks;
      ++t->touched[i].units;
      return;
    }
  if (t->touched_count + 2 > TARE_TOUCHED) {
    l->lost = 1;
    return;
  }
  addTouched(t, (struct tare_touched){.ticks = ticks, .units = 1, .node = node, .slot = slot});
  if (around != TARE_PF_NO_NODE)
    addTouched(t, (struct tare_touched){.node = around, .slot = TARE_SLOT_AROUND});
}

void tare_segment_nested(struct tare_thread *t, uint32_t node, uint64_t ticks) {
  const struct tare_entry *in = &t->stack[t->sp];
  uint32_t around = in->slot == TARE_SLOT_BODY ? in->node : TARE_PF_NO_NODE;
  addRecord(t, node, TARE_SLOT_NESTED, ticks, around);
}

void tare_segment_fetch(struct tare_thread *t, uint32_t node, uint64_t ticks) {
  addRecord(t, node, TARE_SLOT_FETCH, ticks, TARE_PF_NO_NODE);
}
