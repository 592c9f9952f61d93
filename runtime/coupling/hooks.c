/* SPDX-License-Identifier: Apache-2.0
 *
 * What happens at a call of a kernel, and the output of the library.
 */
#define _GNU_SOURCE
#include "coupling.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct tare_coupling_request tare_coupling;

enum { most_threads = 4096 };
static struct tare_coupling_thread threads[most_threads];
static atomic_uint thread_count;
static __thread struct tare_coupling_thread *self;

struct tare_coupling_thread *tare_coupling_self(void) {
  if (self)
    return self;
  unsigned number = atomic_fetch_add(&thread_count, 1);
  if (number >= most_threads)
    tare_refuse(-1, "threads", "the program starts more than 4096 threads");
  self = &threads[number];
  self->is_first = syscall(SYS_gettid) == getpid();
  if (tare_coupling.cycle > 0) {
    size_t size = tare_coupling.cycle * sizeof *self->last;
    self->last = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (self->last == MAP_FAILED)
      tare_refuse(-1, "memory", "there is no memory for the calls' arguments");
  }
  return self;
}

struct tare_coupling_thread *tare_coupling_threads(unsigned *count) {
  *count = atomic_load(&thread_count);
  return threads;
}

/* ---- output ---- */

static char *text;
static size_t text_length;
static const size_t text_room = (size_t)64 << 20; /* mapped, so only what is used takes memory */
static int file = -1;

void tare_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t left = text_room - text_length;
  int length = vsnprintf(text + text_length, left, format, arguments);
  va_end(arguments);
  if (length > 0 && (size_t)length < left)
    text_length += (size_t)length;
}

void tare_say_now(void) {
  size_t at = 0;
  while (at < text_length) {
    ssize_t written = write(file, text + at, text_length - at);
    if (written <= 0)
      break;
    at += (size_t)written;
  }
  text_length = 0;
}

void tare_refuse(int position, const char *reason, const char *detail) {
  static atomic_flag once = ATOMIC_FLAG_INIT;
  while (atomic_flag_test_and_set(&once)) /* another thread is about to end the process */
    usleep(1000);
  tare_say("refused\t%d\t%s\t%s\n", position, reason, detail);
  tare_say_now();
  _exit(0);
}

/* ---- calls ---- */

static atomic_flag naming = ATOMIC_FLAG_INIT;
static int names;

static void name(struct tare_kernel *kernel) {
  while (atomic_flag_test_and_set_explicit(&naming, memory_order_acquire))
    ;
  if (kernel->number < 0) {
    kernel->number = names++;
    tare_say("site\t%d\t%s\t%s\t%u\t%s\n", kernel->number, kernel->name, kernel->file, kernel->line,
             kernel->function);
  }
  atomic_flag_clear_explicit(&naming, memory_order_release);
}

static void keepArguments(struct tare_call *call, struct tare_kernel *kernel,
                          const void *arguments) {
  if (kernel->size > sizeof call->arguments)
    tare_refuse(-1, "arguments", kernel->name);
  call->kernel = kernel;
  memcpy(call->arguments, arguments, kernel->size);
  for (unsigned i = 0; i < kernel->pointers; ++i) {
    uintptr_t address;
    memcpy(&address, call->arguments + kernel->offset[i], sizeof address);
    call->block[i] = tare_block_holding(address);
  }
}

uint64_t tare_coupling_blocks(void) {
  uint64_t sum = 0;
  unsigned count = atomic_load(&thread_count);
  for (unsigned i = 0; i < count && i < most_threads; ++i)
    sum += threads[i].blocks;
  return sum;
}

/* The place of a call's arguments; null: that call is too long ago to matter. */
static struct tare_call *slotOf(struct tare_coupling_thread *thread, uint64_t call) {
  return call + tare_coupling.cycle >= tare_coupling.at ? &thread->last[call % tare_coupling.cycle]
                                                        : NULL;
}

/* Blocks executed so far that belong to a call of this thread: of its own, where all threads of a
 * region call a kernel; of all threads, where the kernel starts them. */
static uint64_t blocksOf(const struct tare_coupling_thread *thread) {
  return tare_coupling.team ? thread->blocks : tare_coupling_blocks();
}

static int counts(const struct tare_coupling_thread *thread, int level) {
  return tare_coupling.team ? level > 0 : level == 0 && thread->is_first;
}

static void begin(struct tare_kernel *kernel, const void *arguments) {
  struct tare_coupling_thread *thread = tare_coupling_self();
  if (thread->depth++ > 0)
    return;
  int level = tare_team_level();
  if (kernel->number < 0)
    name(kernel);
  if (tare_coupling.mode == TARE_COUPLING_ORDER) {
    tare_record_call(kernel, level, level > 0 ? tare_team_size() : 1);
    return;
  }
  if (!counts(thread, level))
    return;
  struct tare_call *slot = slotOf(thread, thread->calls);
  if (slot) {
    keepArguments(slot, kernel, arguments);
    if (thread->calls >= tare_coupling.at && thread->calls < tare_coupling.at + tare_coupling.cycle)
      tare_repeat((unsigned)(thread->calls - tare_coupling.at), __builtin_frame_address(0));
  }
  ++thread->calls;
  if (!slot)
    return;
  slot->blocks = blocksOf(thread);
}

static void end(struct tare_kernel *kernel) {
  struct tare_coupling_thread *thread = tare_coupling_self();
  (void)kernel;
  if (--thread->depth > 0)
    return;
  if (tare_coupling.mode == TARE_COUPLING_ORDER) {
    if (thread->is_first)
      tare_record_end();
  } else if (counts(thread, tare_team_level()) && thread->calls > 0) {
    struct tare_call *slot = slotOf(thread, thread->calls - 1);
    if (slot)
      slot->blocks = blocksOf(thread) - slot->blocks;
  }
}

static void block(void) { ++tare_coupling_self()->blocks; }

static const struct tare_kernel_hooks hooks = {begin, end, block};

static enum tare_coupling_mode modeOf(const char *word) {
  const char *words[] = {"off", "order", "check", "time"};
  for (int i = 1; i < 4; ++i)
    if (!strcmp(word, words[i]))
      return (enum tare_coupling_mode)i;
  return TARE_COUPLING_OFF;
}

/* "MODE AT CYCLE TEAM MILLISECONDS WINDOWS FILE". Returns the file; null: this run is not watched.
 */
static const char *readRequest(const char *words) {
  static char windows[8192];
  char mode[8];
  unsigned long long at;
  unsigned cycle, milliseconds;
  int team, length = 0;
  if (!words ||
      sscanf(words, "%7s %llu %u %d %u %8191s %n", mode, &at, &cycle, &team, &milliseconds, windows,
             &length) < 6 ||
      !length || !words[length])
    return NULL;
  tare_coupling = (struct tare_coupling_request){
      modeOf(mode), team > 0,
      at,           cycle > TARE_COUPLING_LONGEST ? TARE_COUPLING_LONGEST : cycle,
      windows,      (double)milliseconds / 1000};
  return tare_coupling.mode == TARE_COUPLING_OFF ? NULL : words + length;
}

__attribute__((visibility("default"))) const struct tare_kernel_hooks *tare_coupling_hooks(void) {
  static int asked;
  if (asked++)
    return file >= 0 ? &hooks : NULL;
  const char *path = readRequest(getenv("TARE_COUPLING"));
  if (!path)
    return NULL;
  file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  text = mmap(NULL, text_room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
              -1, 0);
  if (file < 0 || text == MAP_FAILED) {
    file = -1;
    return NULL;
  }
  tare_say("tare coupling run\t1\n");
  tare_say_now();
  if (tare_coupling.mode != TARE_COUPLING_ORDER)
    tare_blocks_begin();
  if (tare_coupling.mode == TARE_COUPLING_CHECK)
    tare_footprint_begin();
  return &hooks;
}

__attribute__((destructor)) static void finish(void) {
  if (file < 0)
    return;
  if (tare_coupling.mode == TARE_COUPLING_ORDER)
    tare_say_sites();
  else
    tare_say("unreached\t%llu\n", (unsigned long long)tare_coupling_self()->calls);
  tare_say("done\n");
  tare_say_now();
}
