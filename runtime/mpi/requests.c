/* SPDX-License-Identifier: Apache-2.0 */
#include "requests.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BUCKETS = 1024, TRIES = 64, CHUNK = 256 };

static struct {
  struct tare_request **bucket;
  unsigned bits; /* of the number of buckets */
  uint64_t count;
  struct tare_request *free;
} table;

static struct tare_request **bucketOfHandle(uintptr_t handle) {
  return &table.bucket[(handle * 0x9e3779b97f4a7c15ull) >> (64 - table.bits)];
}

/* Twice as many buckets; the order within each stays. 0: no memory. */
static int growTable(void) {
  struct tare_request **old = table.bucket;
  uint64_t count = old ? 1ull << table.bits : 0;
  unsigned bits = old ? table.bits + 1 : 10;
  struct tare_request **bucket = calloc(1ull << bits, sizeof *bucket);
  if (!bucket)
    return 0;
  table.bucket = bucket;
  table.bits = bits;
  for (uint64_t i = 0; i < count; ++i) {
    struct tare_request *turned = NULL; /* oldest first */
    while (old[i]) {
      struct tare_request *r = old[i];
      old[i] = r->next;
      r->next = turned;
      turned = r;
    }
    while (turned) {
      struct tare_request *r = turned, **to = bucketOfHandle(r->handle);
      turned = r->next;
      r->next = *to;
      *to = r;
    }
  }
  free(old);
  return 1;
}

/* Never given back: a program has as many again. */
static struct tare_request *newRequest(void) {
  if (!table.free) {
    struct tare_request *chunk = calloc(CHUNK, sizeof *chunk);
    for (int i = 0; chunk && i < CHUNK; ++i) {
      chunk[i].next = table.free;
      table.free = &chunk[i];
    }
  }
  struct tare_request *r = table.free;
  if (r)
    table.free = r->next;
  return r;
}

struct tare_request *tare_request_add(uintptr_t handle, const void *stored,
                                      enum tare_request_kind kind, struct tare_comm *comm) {
  int is_full = !table.bucket || table.count >= 2ull << table.bits;
  if (is_full && !growTable() && !table.bucket)
    return NULL;
  struct tare_request *r = newRequest();
  if (!r)
    return NULL;
  struct tare_request **bucket = bucketOfHandle(handle);
  *r = (struct tare_request){.next = *bucket,
                             .handle = handle,
                             .stored = stored,
                             .made = tare_request_number(),
                             .kind = (uint8_t)kind,
                             .comm = comm};
  *bucket = r;
  ++table.count;
  if (comm)
    ++comm->users;
  return r;
}

/* A message and a request may have the same handle. */
static int isKind(const struct tare_request *r, enum tare_request_kind kind) {
  return (r->kind == TARE_REQUEST_MESSAGE) == (kind == TARE_REQUEST_MESSAGE);
}

struct tare_request *tare_request_find(uintptr_t handle, const void *stored,
                                       enum tare_request_kind kind, uint64_t before) {
  struct tare_request *newest = NULL;
  int tries = TRIES;
  if (!table.bucket)
    return NULL;
  for (struct tare_request *r = *bucketOfHandle(handle); r && tries; r = r->next, --tries) {
    if (r->handle != handle || !isKind(r, kind) || r->made > before)
      continue;
    if (r->stored == stored)
      return r;
    if (!newest)
      newest = r;
  }
  return newest;
}

void tare_request_remove(struct tare_request *request) {
  struct tare_request **at = bucketOfHandle(request->handle);
  while (*at != request)
    at = &(*at)->next;
  *at = request->next;
  --table.count;
  if (request->comm) {
    --request->comm->users;
    tare_comm_release(request->comm);
  }
  request->next = table.free;
  table.free = request;
}
