/* SPDX-License-Identifier: Apache-2.0 */
#include "events.h"
#include "env.h"
#include "file.h"

static const uint64_t reserve_step = 256 << 10;

static void eventsOff(struct tare_thread *t) {
  t->events.off = 1;
  if (tare_env_events_bytes())
    tare_status(TARE_STATUS_EVENTS_FULL);
  __atomic_store_n(&tare_rt.events_over, 1, __ATOMIC_RELAXED);
}

void tare_events_make(struct tare_thread *t) {
  uint64_t bytes = tare_env_events_bytes();
  if (bytes) {
    uint64_t first = bytes < reserve_step ? bytes : reserve_step;
    t->events.block = tare_file_block(TARE_BLOCK_EVENTS, t->slot, 0, bytes, first);
    t->events.ready = first;
    t->events.capacity = bytes;
  }
  if (!t->events.block)
    eventsOff(t);
}

static int grow(struct tare_thread *t) {
  struct tare_events *events = &t->events;
  if (events->ready >= events->capacity)
    return 0;
  uint64_t to = events->ready + reserve_step;
  if (to > events->capacity)
    to = events->capacity;
  if (!tare_file_reserve(events->block, events->ready, to))
    return 0;
  events->ready = to;
  return 1;
}

static void write(struct tare_thread *t, const struct tare_pf_event *event) {
  struct tare_events *events = &t->events;
  uint64_t used = events->count * sizeof *event;
  if (TARE_UNLIKELY(events->off || __atomic_load_n(&tare_rt.events_over, __ATOMIC_RELAXED)))
    return;
  if (TARE_UNLIKELY(used + sizeof *event > events->ready && !grow(t))) {
    eventsOff(t);
    return;
  }
  ((struct tare_pf_event *)tare_payload(events->block))[events->count++] = *event;
  __atomic_store_n(&events->block->used, used + sizeof *event, __ATOMIC_RELEASE);
}

/* The transition that a probe has just made; events never go back in time. */
static uint64_t tickOf(struct tare_thread *t) {
  uint64_t tick = t->pf->last;
  if (tick < t->events.last)
    tick = t->events.last;
  return t->events.last = tick;
}

static struct tare_pf_event eventOf(struct tare_thread *t, uint32_t node, uint32_t what) {
  struct tare_pf_event event = {.tick = tickOf(t),
                                .instance = t->pf->frames[t->pf->depth - 1].instance,
                                .node = node,
                                .kind = what & 15};
  return event;
}

static struct tare_level *levelOf(struct tare_thread *t) { return &t->level[t->pf->depth - 1]; }

unsigned long tare_event(struct tare_module *module, unsigned int node, unsigned int what,
                         unsigned long object, unsigned int detail) {
  struct tare_thread *t = tare_self;
  if (!t || t->events.off)
    return 0;
  if (what == tare_event_task_created) /* before its own probes: there is no transition yet */
    t->events.last = tare_tick();
  struct tare_pf_event event = eventOf(t, module->first_node + node, what);
  event.detail = detail;
  event.object = object;
  if (what == tare_event_task_created) {
    event.object = ((uint64_t)t->slot + 1) << 40 | ++t->events.tasks;
    event.peer = levelOf(t)->task;
  } else if (what == tare_event_task_waits || what == tare_event_task_goes_on) {
    event.object = levelOf(t)->task;
  }
  write(t, &event);
  return what == tare_event_task_created ? event.object : 0;
}

struct known_task { /* as in task.c */
  struct tare_module *module;
  uint64_t node, flags;
  uint64_t number, outer, reserved;
};
_Static_assert(sizeof(struct known_task) == sizeof(struct tare_task), "layout of tare_task");

void tare_task_known(struct tare_task *task, unsigned long number) {
  struct known_task *own = (struct known_task *)task;
  struct tare_thread *t = tare_self;
  if (!t || !number || t->events.off)
    return;
  struct tare_pf_event event =
      eventOf(t, own->module->first_node + (uint32_t)own->node, tare_event_task_begun);
  event.object = number;
  own->number = number;
  own->outer = levelOf(t)->task;
  levelOf(t)->task = number;
  write(t, &event);
}

void tare_task_left(struct tare_thread *t, uint64_t number, uint64_t outer, uint64_t tick,
                    uint32_t node, int is_over) {
  levelOf(t)->task = outer;
  if (!is_over || t->events.off)
    return;
  if (t->events.last < tick)
    t->events.last = tick;
  struct tare_pf_event event = eventOf(t, node, tare_event_task_ended);
  event.object = number;
  write(t, &event);
}

uint64_t tare_task_back(struct tare_thread *t, uint64_t number) {
  uint64_t outer = levelOf(t)->task;
  levelOf(t)->task = number;
  return outer;
}
