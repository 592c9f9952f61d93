/* SPDX-License-Identifier: Apache-2.0
 *
 * The probes, as tare_abi.h describes them.
 */
#ifndef TARE_PROBES_H
#define TARE_PROBES_H

#include "state.h"

/* region.c */
void tare_region_fork(struct tare_module *module, unsigned int node, struct tare_region *region,
                      unsigned int flags);
void tare_region_start(struct tare_region *region);
void tare_region_finish(struct tare_region *region);
void tare_region_join(struct tare_region *region);

/* task.c, one of each for each clock */
#define TARE_TASK_PROBES(clock)                                                                    \
  void tare_task_create_##clock(struct tare_module *module, unsigned int node);                    \
  void tare_task_created_##clock(struct tare_module *module, unsigned int node);                   \
  void tare_task_begin_##clock(struct tare_module *module, unsigned int node,                      \
                               struct tare_task *task);                                            \
  void tare_task_end_##clock(struct tare_task *task);                                              \
  void tare_task_suspend_##clock(struct tare_task *task);                                          \
  void tare_task_resume_##clock(struct tare_task *task);                                           \
  void tare_tasks_create_##clock(struct tare_module *module, unsigned int node,                    \
                                 unsigned int flags);                                              \
  void tare_tasks_created_##clock(struct tare_module *module, unsigned int node,                   \
                                  unsigned int flags);                                             \
  void tare_tasks_begin_##clock(struct tare_module *module, unsigned int node,                     \
                                struct tare_task *task, unsigned int flags);                       \
  void tare_task_wait_begin_##clock(struct tare_module *module, unsigned int node);                \
  void tare_task_wait_end_##clock(struct tare_module *module, unsigned int node)
TARE_TASK_PROBES(tsc);
TARE_TASK_PROBES(ns);

/* serial.c and iterations.c, likewise */
#define TARE_OTHER_PROBES(clock)                                                                   \
  void tare_serial_begin_##clock(struct tare_module *module, unsigned int node);                   \
  void tare_serial_end_##clock(struct tare_module *module, unsigned int node,                      \
                               unsigned long units);                                               \
  unsigned long tare_iteration_begin_##clock(struct tare_module *module, unsigned int node,        \
                                             struct tare_iterations *loop, unsigned long count,    \
                                             long index);                                          \
  unsigned long tare_iteration_end_##clock(struct tare_iterations *loop, unsigned long count)
TARE_OTHER_PROBES(tsc);
TARE_OTHER_PROBES(ns);

#endif
