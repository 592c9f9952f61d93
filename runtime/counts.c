/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "counts.h"
#include "descriptor.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <linux/version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* One counter of the system. The program may close our file and open another under its number: the
 * id shows that. */
struct counter {
  uint32_t type;
  uint64_t config;
  int fd;
  uint64_t id;
};

enum { MIGRATIONS, INSTRUCTIONS, CYCLES, REFERENCE, COUNTERS };
static struct counter counters[COUNTERS] = {
    [MIGRATIONS] = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS, -1, 0},
    [INSTRUCTIONS] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, -1, 0},
    [CYCLES] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, -1, 0},
    [REFERENCE] = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES, -1, 0},
};

static struct rusage usage_then;
static uint64_t migrations_then;

static int perfOpen(struct perf_event_attr *wish) {
  return (int)syscall(SYS_perf_event_open, wish, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Counts threads, and not the processes that the program starts, where the system can do so. */
static int openForThreads(struct perf_event_attr *wish) {
  wish->inherit = 1;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(5, 13, 0)
  wish->inherit_thread = 1;
  int fd = perfOpen(wish);
  if (fd >= 0)
    return fd;
  wish->inherit_thread = 0;
#endif
  return perfOpen(wish);
}

/* User mode is what unprivileged programs may count. Migrations happen in the kernel, so that
 * counter asks for both and may be refused. */
static void openCounter(struct counter *c) {
  struct perf_event_attr wish;
  memset(&wish, 0, sizeof wish);
  wish.type = c->type;
  wish.size = sizeof wish;
  wish.config = c->config;
  wish.exclude_kernel = c->type == PERF_TYPE_HARDWARE;
  wish.exclude_hv = c->type == PERF_TYPE_HARDWARE;
  wish.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  int fd = openForThreads(&wish);
  if (fd < 0)
    return;
  c->fd = tare_descriptor_high(fd);
  if (ioctl(c->fd, PERF_EVENT_IOC_ID, &c->id) != 0)
    c->fd = -1;
}

/* A counter that had to share the processor's registers is scaled to its whole time. */
static uint64_t readCounter(const struct counter *c) {
  uint64_t id = 0, value[3];
  int ours = c->fd >= 0 && ioctl(c->fd, PERF_EVENT_IOC_ID, &id) == 0 && id == c->id;
  if (!ours || read(c->fd, value, sizeof value) != (ssize_t)sizeof value || value[2] == 0)
    return UINT64_MAX;
  if (value[2] >= value[1])
    return value[0];
  return (uint64_t)((double)value[0] * (double)value[1] / (double)value[2]);
}

static uint64_t migrationsOf(const char *task) {
  char path[320], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%s/sched", task);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0)
    close(fd);
  text[length > 0 ? length : 0] = 0;
  const char *line = strstr(text, "nr_migrations");
  const char *colon = line ? strchr(line, ':') : NULL;
  return colon ? strtoull(colon + 1, NULL, 10) : UINT64_MAX;
}

/* Only threads that are alive: /proc knows no others. */
static uint64_t migrationsByProc(void) {
  DIR *tasks = opendir("/proc/self/task");
  uint64_t sum = tasks ? 0 : UINT64_MAX;
  for (struct dirent *task; tasks && sum != UINT64_MAX && (task = readdir(tasks));) {
    if (task->d_name[0] == '.')
      continue;
    uint64_t one = migrationsOf(task->d_name);
    sum = one == UINT64_MAX ? one : sum + one;
  }
  if (tasks)
    closedir(tasks);
  return sum;
}

static uint64_t migrations(void) {
  uint64_t counted = readCounter(&counters[MIGRATIONS]);
  if (counted != UINT64_MAX || migrations_then == UINT64_MAX)
    return counted;
  uint64_t now = migrationsByProc();
  return now == UINT64_MAX || now < migrations_then ? UINT64_MAX : now - migrations_then;
}

void tare_counts_begin(void) {
  for (int i = 0; i < COUNTERS; ++i)
    openCounter(&counters[i]);
  migrations_then = counters[MIGRATIONS].fd < 0 ? migrationsByProc() : UINT64_MAX;
  getrusage(RUSAGE_SELF, &usage_then);
}

void tare_counts_end(struct tare_pf_window *window) {
  struct rusage now;
  window->instructions = readCounter(&counters[INSTRUCTIONS]);
  window->cycles = readCounter(&counters[CYCLES]);
  window->reference_cycles = readCounter(&counters[REFERENCE]);
  window->migrations = migrations();
  window->faults = window->switches = UINT64_MAX;
  if (getrusage(RUSAGE_SELF, &now) != 0)
    return;
  window->faults = (uint64_t)(now.ru_minflt - usage_then.ru_minflt) +
                   (uint64_t)(now.ru_majflt - usage_then.ru_majflt);
  window->switches = (uint64_t)(now.ru_nvcsw - usage_then.ru_nvcsw) +
                     (uint64_t)(now.ru_nivcsw - usage_then.ru_nivcsw);
}
