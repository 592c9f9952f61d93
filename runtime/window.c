/* SPDX-License-Identifier: Apache-2.0
 *
 * libtare-window.so: the window of a program without probes, from constructor to destructor, so
 * that plain and instrumented programs are timed over the same stretch of their lives.
 * Preloaded by `tare`; writes "<TARE_WINDOW>.<pid>" and nothing else.
 */
#define _GNU_SOURCE
#include "clock.h"
#include "counts.h"
#include "openmp_file.h"
#include "process_file.h"
#include "profile_format.h"
#include "rank.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static struct tare_pf_window *window;
static uint64_t waited_before; /* run-queue delay of the initial thread at its first reading */
static uint64_t cpu_before;    /* what the process has computed until then: before an exec, too */
static char initial_task[16];

static uint64_t cpuOfProcess(void) {
  struct timespec cpu;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu) != 0)
    return 0;
  return (uint64_t)cpu.tv_sec * 1000000000u + (uint64_t)cpu.tv_nsec;
}

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
  snprintf(initial_task, sizeof initial_task, "%d", (int)getpid());
  uint64_t tick, ns;
  tare_clock_pair(&tick, &ns);
  waited_before = runQueueOf(initial_task);
  cpu_before = cpuOfProcess();
  struct tare_pf_window *w = tare_process_file(prefix, sizeof *w);
  if (!w)
    return;
  w->major = TARE_PF_MAJOR;
  w->clock = tare_clock_kind();
  w->pid = (uint64_t)getpid();
  w->start_tick = tick;
  w->start_ns = ns;
  w->rank_plus_1 = tare_rank() + 1;
  w->ranks = tare_ranks();
  if (gethostname(w->host, sizeof w->host - 1) != 0)
    w->host[0] = 0;
  struct stat file;
  if (stat("/proc/self/exe", &file) == 0) {
    w->device = (uint64_t)file.st_dev;
    w->inode = (uint64_t)file.st_ino;
  }
  memcpy(w->magic, TARE_PF_WINDOW_MAGIC, sizeof w->magic);
  window = w;
}

/* The initial thread's delay is read inside the window, at both ends: one before or behind it would
 * make the delay of a short program longer than the program. */
static uint64_t waitedInWindow(void) {
  uint64_t waited = runQueueOf(initial_task);
  return waited > waited_before ? waited - waited_before : 0;
}

static void readOtherThreads(struct tare_pf_window *w) {
  w->threads = 1;
  DIR *tasks = opendir("/proc/self/task");
  if (!tasks)
    return;
  for (struct dirent *task; (task = readdir(tasks));) {
    if (task->d_name[0] == '.' || !strcmp(task->d_name, initial_task))
      continue;
    w->runq_ns += runQueueOf(task->d_name);
    ++w->threads;
  }
  closedir(tasks);
}

/* libomp, where both are loaded: it has the functions of libgomp, too. */
static int takeOpenMP(struct dl_phdr_info *object, size_t size, void *argument) {
  struct tare_pf_window *w = argument;
  enum tare_openmp_kind kind = tare_openmp_kind_of(object->dlpi_name);
  char path[PATH_MAX];
  (void)size;
  if (kind == TARE_OPENMP_NONE || !realpath(object->dlpi_name, path) ||
      strlen(path) >= sizeof w->openmp_file)
    return 0;
  strcpy(w->openmp_file, path);
  return kind == TARE_OPENMP_LIBOMP;
}

/* A forked child has the mapping too, but it is its parent's window.  Called before files are
 * brought to their place (stage.h), too: the first call counts. */
__attribute__((destructor, visibility("default"))) void tare_window_end(void) {
  struct tare_pf_window *w = window;
  if (!w || w->pid != (uint64_t)getpid())
    return;
  window = NULL;
  uint64_t tick, ns, waited = waitedInWindow();
  tare_clock_pair(&tick, &ns);
  w->cpu_ns = cpuOfProcess() - cpu_before;
  tare_counts_end(w);
  dl_iterate_phdr(takeOpenMP, w);
  w->runq_ns = waited;
  readOtherThreads(w);
  w->stop_ns = ns;
  __atomic_store_n(&w->stop_tick, tick, __ATOMIC_RELEASE);
  tare_process_file_end();
}
