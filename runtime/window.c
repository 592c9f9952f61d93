/* SPDX-License-Identifier: Apache-2.0
 *
 * libtare-window.so: the window of a program without probes, from constructor to destructor, so
 * that plain and instrumented programs are timed over the same stretch of their lives.
 * Preloaded by `tare`; writes "<TARE_WINDOW>.<pid>" and nothing else.
 */
#define _GNU_SOURCE
#include "clock.h"
#include "counts.h"
#include "process_file.h"
#include "profile_format.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static struct tare_pf_window *window;
static uint64_t waited_before; /* run-queue delay of the initial thread until the window begins */

static uint64_t runQueueOf(const char *task) {
  char path[320], text[96];
  unsigned long long on_cpu, waited;
  snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", task);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0)
    close(fd);
  if (length <= 0)
    return 0;
  text[length] = 0;
  return sscanf(text, "%llu %llu", &on_cpu, &waited) == 2 ? waited : 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *prefix = getenv("TARE_WINDOW");
  if (!prefix || !*prefix || getauxval(AT_SECURE))
    return;
  tare_clock_choose();
  tare_counts_begin();
  char task[16];
  snprintf(task, sizeof task, "%d", (int)getpid());
  waited_before = runQueueOf(task);
  uint64_t tick, ns;
  tare_clock_pair(&tick, &ns);
  struct tare_pf_window *w = tare_process_file(prefix, sizeof *w);
  if (!w)
    return;
  w->major = TARE_PF_MAJOR;
  w->clock = tare_clock_kind();
  w->pid = (uint64_t)getpid();
  w->start_tick = tick;
  w->start_ns = ns;
  memcpy(w->magic, TARE_PF_WINDOW_MAGIC, sizeof w->magic);
  window = w;
}

static void readThreads(struct tare_pf_window *w) {
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks)
    return;
  for (struct dirent *task; (task = readdir(tasks));) {
    if (task->d_name[0] == '.')
      continue;
    w->runq_ns += runQueueOf(task->d_name);
    ++w->threads;
  }
  closedir(tasks);
  w->runq_ns -= w->runq_ns < waited_before ? w->runq_ns : waited_before;
}

/* A forked child has the mapping too, but it is its parent's window. */
__attribute__((destructor)) static void end(void) {
  struct tare_pf_window *w = window;
  if (!w || w->pid != (uint64_t)getpid())
    return;
  uint64_t tick, ns;
  tare_clock_pair(&tick, &ns);
  tare_counts_end(w);
  readThreads(w);
  w->stop_ns = ns;
  __atomic_store_n(&w->stop_tick, tick, __ATOMIC_RELEASE);
}
