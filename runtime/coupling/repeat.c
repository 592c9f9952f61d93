/* SPDX-License-Identifier: Apache-2.0
 *
 * Windows of kernels, repeated on the data that the program has at one of its calls. In a team all
 * threads run through here side by side; its leader copies data and reads the clock. The
 * process ends here, so nothing need be put back.
 *
 *   arguments still there? -> one pass in the program's order, with a copy of the data before each
 *   kernel -> check: what each window executes, four times, and touches -> time: windows in turns
 */
#define _GNU_SOURCE
#include "repeat.h"
#include "coupling.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tare_window tare_windows[TARE_WINDOWS];
unsigned tare_window_count;
int tare_copies;
static int team;

int tare_is_leader(void) { return !tare_coupling.team || tare_team_number() == 0; }
void tare_meet(void) { tare_team_meet(team); }

static struct tare_call *callAt(unsigned position) {
  unsigned cycle = tare_coupling.cycle;
  return &tare_coupling_self()->last[(tare_coupling.at + position) % cycle];
}

static __thread int running = -1; /* the position that this thread executes */

static void left(int *position) {
  if (*position >= 0)
    tare_refuse(*position, "throws", "");
}

/* An exception that nobody catches unwinds nothing. */
static void terminated(void) {
  if (running >= 0)
    tare_refuse(running, "throws", "");
  abort();
}

static void watchExceptions(void) {
  void (*(*set)(void (*)(void)))(void); /* std::set_terminate, if the program has C++ */
  *(void **)&set = dlsym(RTLD_DEFAULT, "_ZSt13set_terminatePFvvE");
  if (set)
    set(terminated);
}

static void run(unsigned position) {
  struct tare_call *call = callAt(position);
  __attribute__((cleanup(left))) int inside = (int)position;
  running = inside;
  call->kernel->run(call->arguments);
  running = inside = -1;
}

void tare_run_window(const struct tare_window *window) {
  for (unsigned i = 0; i < window->length; ++i)
    run((window->first + i) % tare_coupling.cycle);
}

/* Pointers to what is no longer there would end the program, or change what is not the kernel's.
 * Null: all are good; else what one points to. */
static const char *goneArgument(void *frame, unsigned *gone) {
  for (unsigned position = 0; position < tare_coupling.cycle; ++position) {
    struct tare_call *call = callAt(position);
    *gone = position;
    for (unsigned i = 0; i < call->kernel->pointers; ++i) {
      uintptr_t address;
      memcpy(&address, call->arguments + call->kernel->offset[i], sizeof address);
      if (tare_is_dead_stack(address, frame))
        return "a variable of a function that has returned";
      if (call->block[i] && tare_block_holding(address) != call->block[i])
        return "memory that was freed since";
    }
  }
  return NULL;
}

/* Whether the arguments of all threads are there. At the last call of the pass it is an error. */
static int hasArguments(unsigned position, void *frame) {
  static atomic_int lacking;
  unsigned gone;
  const char *what = goneArgument(frame, &gone);
  if (what && position + 1 == tare_coupling.cycle)
    tare_refuse((int)gone, "gone", what);
  tare_meet();
  if (what)
    atomic_fetch_add(&lacking, 1);
  tare_meet();
  int good = atomic_load(&lacking) == 0;
  tare_meet();
  if (tare_is_leader())
    atomic_store(&lacking, 0);
  tare_meet();
  return good;
}

static void readWindows(void) {
  const char *text = tare_coupling.windows ? tare_coupling.windows : "";
  while (*text && tare_window_count < TARE_WINDOWS) {
    struct tare_window *window = &tare_windows[tare_window_count];
    char mode = 0;
    int length = 0;
    if (sscanf(text, "%u:%u:%c%n", &window->first, &window->length, &mode, &length) < 3 ||
        window->first >= tare_coupling.cycle || window->length > tare_coupling.cycle)
      tare_refuse(-1, "request", text);
    window->restored = mode == 'r';
    ++tare_window_count;
    text += length;
    text += *text == ',';
  }
}

void tare_put_back(unsigned position) {
  tare_meet();
  if (tare_is_leader() && tare_copies)
    tare_snapshot_restore(tare_copies > 1 ? position : 0);
  tare_meet();
}

/* Bytes that the process has read and written so far. Reading this is a read as well. */
struct transfer {
  unsigned long long read, written;
};

static struct transfer transferred(void) {
  char text[512];
  struct transfer sum = {0, 0};
  fflush(NULL);
  int file = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
  ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  text[length > 0 ? length : 0] = 0;
  if (sscanf(text, "rchar: %llu wchar: %llu", &sum.read, &sum.written) < 2)
    sum = (struct transfer){0, 0}; /* not known: no transfer is seen */
  return sum;
}

/* Bytes since `before`, which was read right behind `earlier`. A number has a digit more at times.
 */
static unsigned long long transferredSince(struct transfer earlier, struct transfer before) {
  struct transfer after = transferred();
  unsigned long long own = before.read - earlier.read, read_bytes = after.read - before.read;
  return after.written - before.written + (read_bytes > own + 4 ? read_bytes - own : 0);
}

/* What the program's own call executed, one pass before. */
static uint64_t earlierBlocks(unsigned position) {
  unsigned count, slot = (unsigned)((tare_coupling.at + position) % tare_coupling.cycle);
  uint64_t sum = 0;
  const struct tare_coupling_thread *threads = tare_coupling_threads(&count);
  for (unsigned i = 0; i < count; ++i)
    if (threads[i].calls > 0)
      sum += threads[i].last[slot].blocks;
  return sum;
}

/* In the order of the program, so that each kernel's data are those that it finds there. */
static void forwardPass(unsigned first) {
  int is_check = tare_coupling.mode == TARE_COUPLING_CHECK;
  for (unsigned i = 0; i < tare_coupling.cycle; ++i) {
    unsigned position = (first + i) % tare_coupling.cycle;
    uint64_t living = 0, blocks = 0;
    struct transfer earlier = {0, 0}, before = {0, 0};
    tare_meet();
    if (tare_is_leader()) {
      if (tare_copies > 1 || (tare_copies && i == 0))
        tare_snapshot_save(tare_copies > 1 ? position : 0);
      tare_say("doing\t%u\n", position);
      tare_say_now();
      if (is_check) {
        earlier = transferred();
        before = transferred();
        living = tare_blocks_living();
        tare_blocks_watch();
        blocks = tare_coupling_blocks();
      }
    }
    tare_meet();
    run(position);
    tare_meet();
    if (tare_is_leader() && is_check) {
      blocks = tare_coupling_blocks() - blocks;
      long long more = (long long)tare_blocks_living() - (long long)living;
      unsigned long long freed = tare_blocks_freed();
      unsigned long long moved = transferredSince(earlier, before);
      tare_say("kernel\t%u\t%llu\t%llu\t%lld\t%llu\t%llu\n", position, (unsigned long long)blocks,
               (unsigned long long)earlierBlocks(position), more, freed, moved);
      if (more || freed) /* the copies no longer fit the memory */
        tare_refuse((int)position, "allocates", "");
    }
    tare_meet();
  }
}

/* What threads that only wait use by themselves. */
static void watchNothing(void) {
  tare_meet();
  if (tare_is_leader())
    tare_footprint_watch();
  tare_meet();
  tare_meet();
  if (tare_is_leader())
    tare_footprint_of_nothing();
  tare_meet();
}

static uint64_t counted(const struct tare_window *window) {
  tare_meet();
  uint64_t before = tare_coupling_blocks();
  tare_meet();
  tare_run_window(window);
  tare_meet();
  uint64_t blocks = tare_coupling_blocks() - before;
  tare_meet();
  return blocks;
}

static void check(void) {
  for (int i = 0; i < 3; ++i) /* the first one also uses what is used once */
    watchNothing();
  for (unsigned i = 0; i < tare_window_count; ++i) {
    uint64_t blocks[4], footprint = 0;
    if (tare_is_leader()) {
      tare_say("doing\t%u\n", tare_windows[i].first);
      tare_say_now();
    }
    for (int execution = 0; execution < 4; ++execution) {
      int is_first = execution == 0 || execution == 3; /* on data that were put back */
      if (is_first)
        tare_put_back(tare_windows[i].first);
      if (is_first && tare_is_leader())
        tare_footprint_watch();
      blocks[execution] = counted(&tare_windows[i]);
      if (is_first &&
          tare_is_leader()) { /* others touch pages at times: the least is the window's */
        uint64_t touched = tare_footprint();
        footprint = execution == 0 || touched < footprint ? touched : footprint;
      }
      tare_meet();
    }
    if (tare_is_leader())
      tare_say("window\t%u\t%u\t%llu\t%llu\t%llu\t%llu\t%llu\n", tare_windows[i].first,
               tare_windows[i].length, (unsigned long long)blocks[0], (unsigned long long)blocks[1],
               (unsigned long long)blocks[2], (unsigned long long)blocks[3],
               (unsigned long long)footprint);
  }
}

void tare_repeat(unsigned position, void *frame) {
  team = tare_coupling.team ? tare_team_size() : 1;
  if (!hasArguments(position, frame))
    return;
  if (tare_is_leader()) {
    readWindows();
    watchExceptions();
    size_t bytes = tare_snapshot_find(tare_coupling.team ? NULL : frame);
    tare_copies = tare_snapshot_room(tare_coupling.cycle) ? (int)tare_coupling.cycle
                  : tare_snapshot_room(1)                 ? 1
                                                          : 0;
    tare_say("data\t%llu\t%d\t%d\n", (unsigned long long)bytes, tare_copies, team);
  }
  tare_meet();
  forwardPass(position);
  if (tare_coupling.mode == TARE_COUPLING_CHECK)
    check();
  else
    tare_time_windows();
  tare_meet();
  if (tare_is_leader()) {
    tare_say("done\n");
    tare_say_now();
    _exit(0);
  }
  for (;;) /* until the leader ends the process */
    pause();
}
