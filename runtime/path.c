/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "path.h"
#include "file.h"
#include "log.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>
#include <unwind.h>

/* A stack lies at least 128 MiB above everything else that the kernel places. */
enum { FRAMES = 64, SITES = 512, TRIES = 8, UNWINDS = 4096, STACK_REACH = 120 << 20 };
enum { PATHS = 1024, OBJECTS = 64 };

/* Where the return addresses of one chain of calls lay, innermost first. */
struct site {
  uint32_t path, count;
  const uintptr_t *slot[FRAMES];
  uintptr_t value[FRAMES];
};

static struct {
  int off;
  uint32_t unwinds, replaced;
  struct tare_pf_block *block;
  uint64_t used;
  uint32_t path_count, object_count;
  uint64_t path_hash[PATHS];
  struct {
    uintptr_t base;
    uint64_t name; /* its hash: a library that is unloaded leaves its place to another */
  } object[OBJECTS];
  struct site site[SITES]; /* untouched pages cost nothing */
} paths;

void tare_paths_forget(void) {
  for (uint32_t i = 0; paths.unwinds && i < SITES; ++i)
    if (paths.site[i].count)
      paths.site[i].count = 0;
  paths.off = 0;
  paths.unwinds = paths.path_count = paths.object_count = 0;
  paths.block = NULL;
  paths.used = 0;
}

/* ---- the unwinder: of the program if it has one, else libgcc's ---- */

#ifndef TARE_LINKED_IN
#pragma weak _Unwind_Backtrace
#pragma weak _Unwind_GetIP
#pragma weak _Unwind_GetCFA
#pragma weak dlopen
#pragma weak dlsym
#endif

static struct {
  _Unwind_Reason_Code (*walk)(_Unwind_Trace_Fn, void *);
  _Unwind_Ptr (*pc)(struct _Unwind_Context *);
  _Unwind_Word (*cfa)(struct _Unwind_Context *);
} unwinder;

static int takeLinked(void) {
  unwinder.walk = _Unwind_Backtrace;
  unwinder.pc = _Unwind_GetIP;
  unwinder.cfa = _Unwind_GetCFA;
  return 1;
}

#ifdef TARE_LINKED_IN
/* A static link has libgcc_eh. To it the mere name of dlopen, weak or not, is a reason to warn, and
 * who asks whether static links work (libtool) takes a warning for a no. */
static int findUnwinder(void) { return takeLinked(); }
#else
static int findUnwinder(void) {
  if (_Unwind_Backtrace && _Unwind_GetIP && _Unwind_GetCFA)
    return takeLinked();
  void *library = dlopen && dlsym ? dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library)
    return 0;
  *(void **)&unwinder.walk = dlsym(library, "_Unwind_Backtrace");
  *(void **)&unwinder.pc = dlsym(library, "_Unwind_GetIP");
  *(void **)&unwinder.cfa = dlsym(library, "_Unwind_GetCFA");
  return unwinder.walk && unwinder.pc && unwinder.cfa;
}
#endif

struct walk {
  struct site *site;
  const uintptr_t *first, *top; /* places of return addresses lie between them */
};

/* ---- where return addresses lie; of other processors it is not known ---- */

#if defined(__x86_64__)
enum { SLOTS_ARE_KNOWN = 1 };

/* A frame's code was entered by a return address right below its caller's part of the stack. */
static const uintptr_t *slotOf(const struct walk *walk, struct _Unwind_Context *context) {
  (void)walk;
  return (const uintptr_t *)(uintptr_t)unwinder.cfa(context) - 1;
}

static uintptr_t addressIn(uintptr_t slot) { return slot; }
#elif defined(__aarch64__)
enum { SLOTS_ARE_KNOWN = 1 };

/* A function that calls others keeps a frame record (AAPCS64, 6.4.6): where its caller's record is,
 * and its return address. The probe's record begins one word before walk->first. Code without frame
 * records leaves anything there: the unwinder has to agree with each. */
static const uintptr_t *slotOf(const struct walk *walk, struct _Unwind_Context *context) {
  const struct site *site = walk->site;
  (void)context;
  if (!site->count)
    return walk->first;
  const uintptr_t *last = site->slot[site->count - 1], *next = (const uintptr_t *)last[-1] + 1;
  return next > last && (uintptr_t)next % sizeof *next == 0 ? next : walk->top;
}

/* Without the signature that pointer authentication leaves in it: xpaclri, which older processors
 * take for a nop. */
static uintptr_t addressIn(uintptr_t slot) {
  register uintptr_t address __asm__("x30") = slot;
  __asm__("hint #7" : "+r"(address));
  return address;
}
#else
enum { SLOTS_ARE_KNOWN = 0 };

static const uintptr_t *slotOf(const struct walk *walk, struct _Unwind_Context *context) {
  (void)context;
  return walk->top;
}

static uintptr_t addressIn(uintptr_t slot) { return slot; }
#endif

/* Frames of this runtime come first. */
static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *argument) {
  struct walk *walk = argument;
  struct site *site = walk->site;
  uintptr_t pc = (uintptr_t)unwinder.pc(context);
  const uintptr_t *slot = slotOf(walk, context);
  if (slot < walk->first)
    return _URC_NO_REASON;
  if (slot >= walk->top || site->count == FRAMES)
    return _URC_END_OF_STACK;
  if (addressIn(*slot) != pc)
    return site->count ? _URC_END_OF_STACK : _URC_NO_REASON;
  site->slot[site->count] = slot;
  site->value[site->count++] = *slot;
  return _URC_NO_REASON;
}

/* ---- what is written of it ---- */

static void *record(uint32_t kind, uint32_t count, uint64_t size) {
  uint64_t need = sizeof(struct tare_pf_path_record) + ((size + 7) & ~7ull);
  if (paths.used + need > TARE_PF_PATHS_MOST)
    return NULL;
  struct tare_pf_path_record *head =
      (struct tare_pf_path_record *)(tare_payload(paths.block) + paths.used);
  head->kind = kind;
  head->count = count;
  paths.used += need;
  return head + 1;
}

/* The object that an address lies in. The loader's list is asked directly: dladdr would wait for
 * any library that is being loaded. */
struct place {
  uintptr_t pc, base;
  const char *name;
};

static int holds(struct dl_phdr_info *object, size_t size, void *argument) {
  struct place *place = argument;
  (void)size;
  for (uint32_t i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || place->pc - (object->dlpi_addr + part->p_vaddr) >= part->p_memsz)
      continue;
    place->base = object->dlpi_addr;
    place->name = object->dlpi_name;
    return 1;
  }
  return 0;
}

static uint32_t newObject(uintptr_t base, uint64_t hash, const char *name, size_t length) {
  char *text = paths.object_count < OBJECTS
                   ? record(TARE_PATH_OBJECT, (uint32_t)length, (uint64_t)length)
                   : NULL;
  if (!text)
    return OBJECTS;
  memcpy(text, name, length);
  paths.object[paths.object_count].base = base;
  paths.object[paths.object_count].name = hash;
  return paths.object_count++;
}

/* Its number, or OBJECTS. */
static uint32_t objectOf(struct place *place) {
  char own[TARE_PF_NAME_MOST];
  if (!dl_iterate_phdr(holds, place))
    return OBJECTS;
  if (!place->name || !*place->name) {
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    own[length < 0 ? 0 : length] = 0;
    place->name = own;
  }
  size_t length = strnlen(place->name, TARE_PF_NAME_MOST);
  uint64_t hash = tare_fnv(place->name, length, TARE_FNV_START);
  for (uint32_t i = 0; i < paths.object_count; ++i)
    if (paths.object[i].base == place->base && paths.object[i].name == hash)
      return i;
  return newObject(place->base, hash, place->name, length);
}

/* Its number from 1; 0: no room. */
static uint32_t writePath(const struct tare_pf_call *calls, uint32_t count) {
  void *to = count ? record(TARE_PATH_CALLS, count, count * sizeof *calls) : NULL;
  if (!to)
    return 0;
  memcpy(to, calls, count * sizeof *calls);
  tare_file_publish(paths.block, paths.used);
  return ++paths.path_count;
}

static uint32_t numberOf(const struct site *site) {
  struct tare_pf_call calls[FRAMES];
  uint32_t count = 0;
  for (; count < site->count; ++count) {
    uintptr_t address = addressIn(site->value[count]);
    struct place place = {address - 1, 0, NULL};
    uint32_t object = objectOf(&place);
    if (object == OBJECTS)
      break;
    calls[count] = (struct tare_pf_call){address - place.base, object, 0};
  }
  uint64_t hash = tare_fnv(calls, count * sizeof *calls, TARE_FNV_START);
  for (uint32_t i = 0; i < paths.path_count; ++i)
    if (paths.path_hash[i] == hash)
      return i + 1;
  uint32_t number = paths.path_count < PATHS ? writePath(calls, count) : 0;
  if (number)
    paths.path_hash[number - 1] = hash;
  return number;
}

/* ---- finding it ---- */

static int begin(void) {
  if (!SLOTS_ARE_KNOWN)
    return 0;
  paths.block = tare_file_block(TARE_BLOCK_PATHS, 0, 0, TARE_PF_PATHS_MOST, TARE_PF_PATHS_MOST);
  return paths.block && findUnwinder();
}

TARE_COLD static uint32_t unwind(struct site *site, const uintptr_t *first, const uintptr_t *top) {
  struct walk walk = {site, first, top};
  site->count = site->path = 0;
  if (!paths.block && !begin())
    paths.off = 1;
  if (paths.off)
    return 0;
  unwinder.walk(visit, &walk);
  if (!site->count || site->slot[0] != first) {
    site->count = 0;
    return 0;
  }
  return site->path = numberOf(site);
}

static int isThere(const struct site *site) {
  for (uint32_t i = 0; i < site->count; ++i)
    if (*site->slot[i] != site->value[i])
      return 0;
  return 1;
}

uint32_t tare_path_of(const void *frame, int *slow) {
  static const uintptr_t *top; /* what the kernel put there lies above the first frame */
  if (paths.off)
    return 0;
  if (!top)
    top = (const uintptr_t *)getauxval(AT_RANDOM);
  const uintptr_t *first = (const uintptr_t *)frame + 1;
  if (first >= top || (uintptr_t)top - (uintptr_t)first > STACK_REACH)
    return 0; /* a stack of the program's own: what lies on it may vanish */
  uint32_t at = (uint32_t)tare_mix((uintptr_t)first ^ *first << 20);
  struct site *site = NULL;
  for (uint32_t tries = 0; tries < TRIES; ++tries) {
    site = &paths.site[(at + tries) % SITES];
    if (!site->count)
      break;
    if (site->slot[0] == first && isThere(site))
      return site->path;
  }
  if (paths.unwinds++ >= UNWINDS) /* each chain lies elsewhere: that costs too much */
    return 0;
  if (site->count)
    site = &paths.site[(at + paths.replaced++ % TRIES) % SITES];
  *slow = 1;
  return unwind(site, first, top);
}
