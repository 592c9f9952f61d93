/* SPDX-License-Identifier: Apache-2.0 */
#include "delays.h"
#include "env.h"
#include "functions.h"

#include <stdio.h>
#include <string.h>

__thread struct tare_caller tare_caller __attribute__((tls_model("initial-exec")));

static const char *const names[] = {
#define TARE_FUNCTION(NAME) "MPI_" #NAME,
#include "all_functions.h"
};

static void askPlace(struct tare_place *place) {
  void (*where)(struct tare_place *) = __atomic_load_n(&tare_messages.where, __ATOMIC_ACQUIRE);
  if (where)
    where(place);
  else
    *place = (struct tare_place){.node = TARE_MF_NO_NODE, .slot = UINT32_MAX};
}

/* ---- records ---- */

TARE_COLD static int grow(uint64_t used) {
  uint64_t begin = tare_tick();
  int has_grown = tare_message_file_grow(used);
  tare_messages.header->grow_ticks += tare_tick() - begin;
  tare_messages.grew = 1;
  return has_grown;
}

static void *newRecord(enum tare_mf_kind kind, uint64_t size) {
  uint64_t used = tare_messages.used + size;
  if (TARE_UNLIKELY(used > tare_messages.ready) && !grow(used)) {
    tare_messages.lost = 1;
    return NULL;
  }
  struct tare_mf_record *record =
      (struct tare_mf_record *)(tare_messages.records + tare_messages.used);
  record->kind = (uint16_t)kind;
  record->size8 = size / 8 <= UINT16_MAX ? (uint16_t)(size / 8) : 0;
  record->thread = tare_caller.number - 1;
  tare_messages.used = used;
  return record;
}

void *tare_call_part(struct tare_mpi_call *call, enum tare_mf_kind kind, uint64_t size) {
  call->parts = 1;
  return newRecord(kind, size);
}

TARE_COLD static void writeName(uint32_t function) {
  struct tare_mf_name *name = newRecord(TARE_MF_NAME, sizeof *name);
  if (!name)
    return;
  name->function = function;
  snprintf(name->text, sizeof name->text, "%s", names[function]);
  tare_messages.is_named[function] = 1;
}

TARE_COLD static void endRecords(void) {
  tare_messages.header->status |= TARE_MF_FULL;
  if (tare_messages.has_delays)
    tare_say("messages are no longer delayed: the message file is full", "; set a larger ",
             "TARE_MESSAGES_MIB");
  __atomic_store_n(&tare_messages.phase, TARE_MESSAGES_FULL, __ATOMIC_RELEASE);
}

static void publish(void) {
  __atomic_store_n(&tare_messages.header->used, tare_messages.used, __ATOMIC_RELEASE);
}

static void fillCall(struct tare_mf_call *to, const struct tare_mpi_call *call) {
  to->function = call->function;
  to->node = call->place.node;
  to->in_region = call->place.in_region;
  to->slot = call->place.slot;
  to->begin = call->begin;
  to->end = call->end;
  to->site = call->site;
}

static void writeCall(const struct tare_mpi_call *call) {
  struct tare_mf_call *to = newRecord(TARE_MF_CALL, sizeof *to);
  if (to)
    fillCall(to, call);
  tare_caller.polls = 0;
}

/* ---- polls ---- */

static int continues(const struct tare_mf_polls *last, const struct tare_mpi_call *call) {
  const struct tare_mf_call *c = &last->call;
  return c->function == call->function && c->site == call->site && c->node == call->place.node &&
         c->in_region == call->place.in_region && c->slot == call->place.slot &&
         call->begin - c->end < tare_messages.near_ticks;
}

static void writePolls(const struct tare_mpi_call *call) {
  static __thread uint64_t regions; /* when the last record was made */
  struct tare_mf_polls *last =
      tare_caller.polls ? (struct tare_mf_polls *)(tare_messages.records + tare_caller.polls - 1)
                        : NULL;
  if (last && regions == call->place.regions && continues(last, call)) {
    last->call.end = call->end;
    last->ticks += call->end - call->begin;
    ++last->calls;
    return;
  }
  uint64_t at = tare_messages.used;
  struct tare_mf_polls *to = newRecord(TARE_MF_POLLS, sizeof *to);
  if (!to)
    return;
  fillCall(&to->call, call);
  to->calls = 1;
  to->ticks = call->end - call->begin;
  tare_caller.polls = at + 1;
  regions = call->place.regions;
}

/* ---- a call ---- */

int tare_call_returned(struct tare_mpi_call *call, int result) {
  call->end = tare_tick_after_all();
  call->result = result;
  askPlace(&call->place);
  pthread_mutex_lock(&tare_messages.lock);
  if (TARE_UNLIKELY(!tare_caller.number))
    tare_caller.number = ++tare_messages.threads;
  if (TARE_UNLIKELY(tare_messages.phase != TARE_MESSAGES_RECORDING))
    return 0;
  if (TARE_UNLIKELY(!tare_messages.is_named[call->function]))
    writeName(call->function);
  return result == MPI_SUCCESS || result == MPI_ERR_IN_STATUS;
}

static void beat(uint64_t now) {
  tare_clock_pair(&tare_messages.header->beat_tick, &tare_messages.header->beat_ns);
  tare_messages.next_beat = now + tare_messages.second_ticks;
}

/* All of a call, or nothing. */
static void writeWhole(const struct tare_mpi_call *call) {
  if (call->polls && !call->parts)
    writePolls(call);
  else
    writeCall(call);
  if (TARE_LIKELY(!tare_messages.lost)) {
    publish();
    return;
  }
  tare_messages.used = tare_messages.header->used;
  endRecords();
}

/* One of 16: reading the clock once more takes a fifth of a record's time. */
static void timeItself(const struct tare_mpi_call *call) {
  struct tare_mf_header *header = tare_messages.header;
  if (TARE_LIKELY(tare_messages.ended++ % 16 != 15) || tare_messages.grew)
    return;
  header->timed_ticks += tare_tick() - call->end;
  ++header->timed;
}

void tare_call_end(struct tare_mpi_call *call) {
  struct tare_mf_header *header = tare_messages.header;
  if (TARE_UNLIKELY(call->due_ns)) {
    tare_delay_wait(call->due_ns);
    call->end = tare_tick_after_all();
  }
  if (TARE_LIKELY(tare_messages.phase == TARE_MESSAGES_RECORDING))
    writeWhole(call);
  if (TARE_UNLIKELY(tare_messages.phase == TARE_MESSAGES_FULL))
    ++header->unrecorded;
  if (TARE_LIKELY(tare_messages.phase != TARE_MESSAGES_OFF)) {
    struct tare_mf_sum *sum = &header->sums[call->function];
    ++sum->calls;
    sum->ticks += call->end - call->begin;
    if (TARE_UNLIKELY(call->end > tare_messages.next_beat))
      beat(call->end);
    timeItself(call);
    tare_messages.grew = 0;
  }
  pthread_mutex_unlock(&tare_messages.lock);
  tare_caller.inside = NULL;
}
