/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "place.h"
#include "initial.h"
#include "state.h"

#include <dlfcn.h>

/* Statements that functions left open by an exception or longjmp lie below this frame. */
static uint32_t statement(void) {
  const struct tare_initial *s = &tare_initial;
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  uint32_t depth = s->depth;
  while (depth && s->stack[depth - 1].frame < frame)
    --depth;
  return depth ? s->stack[depth - 1].index : TARE_PF_NO_NODE;
}

static void placeInRegion(struct tare_place *place, const struct tare_thread *t) {
  uint32_t top = t->sp < TARE_STACK ? t->sp : TARE_STACK - 1;
  place->in_region = 1;
  place->slot = t->slot;
  if (top)
    place->node = t->stack[top].node;
}

void tare_place_of(struct tare_place *place) {
  const struct tare_thread *t = tare_self;
  *place = (struct tare_place){.node = TARE_PF_NO_NODE, .slot = UINT32_MAX};
  if (__atomic_load_n(&tare_rt.phase, __ATOMIC_ACQUIRE) == TARE_OPEN)
    place->regions = __atomic_load_n(&tare_rt.header->regions, __ATOMIC_RELAXED);
  if (t) {
    placeInRegion(place, t);
    return;
  }
  if (!tare_is_initial())
    return;
  t = tare_rt.initial_thread;
  place->slot = t ? t->slot : 0; /* it gets the first one */
  if (t && t->muted)
    place->in_region = 1; /* one that is not measured */
  else
    place->node = statement();
}

void tare_place_offer(void) {
  void (*attach)(uint32_t version, void (*where)(struct tare_place * place));
  void *found = dlsym(RTLD_DEFAULT, "tare_mpi_attach");
  __builtin_memcpy(&attach, &found, sizeof attach);
  if (found)
    attach(TARE_PLACE_VERSION, tare_place_of);
}

void tare_place_end(void) {
  void (*end)(void);
  void *found = dlsym(RTLD_DEFAULT, "tare_mpi_profile_ended");
  __builtin_memcpy(&end, &found, sizeof end);
  if (found)
    end();
}
