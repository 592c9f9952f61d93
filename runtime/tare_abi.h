/* SPDX-License-Identifier: Apache-2.0
 *
 * What an instrumented unit and the runtime share: the module descriptor and the probes.
 *
 * This is the single text of the interface.  The rewriter copies everything between the two
 * marker lines below, without its comments, into every instrumented unit, after preprocessing.
 * So between the markers: no macros, no #if, no headers, nothing that C89 or C++98 cannot read,
 * only built-in types (LP64: unsigned long has 64 bits), and every name begins with tare_.
 */
#ifndef TARE_ABI_H
#define TARE_ABI_H

#ifdef __cplusplus
extern "C" {
#endif

/* TARE-ABI-BEGIN */
enum {
  tare_abi_version = 7,
  /* tare_module.flags */
  tare_module_fallback = 1, /* compiled from the original text: a table, but no probes */
  tare_module_serial =
      2, /* of the serial program: probes at the counterparts of the parallel one's */
  tare_module_samples = 4, /* it may call iteration_begin */
  tare_module_events = 8,  /* it may call event */
  /* flags of region_fork */
  tare_region_opaque = 1,  /* timed from outside only: no region_start/region_finish inside */
  tare_region_cancels = 2, /* may be cancelled: constructs in it may never pass their ends */
  /* flags of tasks_create, tasks_created, tasks_begin */
  tare_task_depends = 1,    /* has dependences: it may not be ready when it is created */
  tare_task_chunk = 2,      /* of a taskloop: nobody knows how many are created */
  tare_task_discardable = 4, /* its taskgroup may be cancelled: it may never begin */
  /* what an event tells */
  tare_event_task_created = 0,
  tare_event_task_begun = 1,
  tare_event_task_ended = 2,
  tare_event_task_waits = 3,
  tare_event_task_goes_on = 4,
  tare_event_lock_wanted = 5,
  tare_event_lock_got = 6,
  tare_event_lock_released = 7
};

/* One execution of a parallel region.  Lives on the forking thread's stack, is written by
 * region_fork before the team exists, and is only read by the team.  The layout belongs to the
 * runtime. */
struct tare_region {
  unsigned long w[8];
};

/* One execution of an explicit task.  Lives in the task's body, because an untied task may go on on
 * another thread than it began on.  The layout belongs to the runtime. */
struct tare_task {
  unsigned long w[6];
};

/* One thread's execution of one loop, while iterations of it are sampled.  Local of the region, so
 * private to the thread; zeros at first.  The layout belongs to the runtime. */
struct tare_iterations {
  unsigned long w[8];
};

struct tare_module;

/* The probes.  `node` is the index in the module's own node table.  All of them return at once
 * on threads that are not inside a measured region, except region_fork and region_join. */
struct tare_probes {
  /* parallel: before | first inside, every thread | last inside, every thread | after */
  void (*region_fork)(struct tare_module *module, unsigned int node, struct tare_region *region,
                      unsigned int flags);
  void (*region_start)(struct tare_region *region);
  void (*region_finish)(struct tare_region *region);
  void (*region_join)(struct tare_region *region);
  /* body of a loop, sections, section, single, master, masked, or of a serial loop in region
   * code: exclusive time of `node` until work_end.  `units`: iterations (or 1) that this thread
   * did; ~0ul when the iterations could not be counted. */
  void (*work_begin)(struct tare_module *module, unsigned int node);
  void (*work_end)(struct tare_module *module, unsigned int node, unsigned long units);
  /* around a barrier of the team: before | after */
  void (*barrier_arrive)(struct tare_module *module, unsigned int node);
  void (*barrier_leave)(struct tare_module *module, unsigned int node);
  /* critical: before | first inside | last inside | after */
  void (*lock_wait)(struct tare_module *module, unsigned int node);
  void (*lock_held)(struct tare_module *module, unsigned int node);
  void (*lock_release)(struct tare_module *module, unsigned int node);
  void (*lock_done)(struct tare_module *module, unsigned int node);
  /* executions of a construct that is only counted (atomic, flush) */
  void (*count)(struct tare_module *module, unsigned int node, unsigned long units);
  /* around a wait that is not a barrier: a lock routine, a doacross sink, a loop that spins on a
   * flag */
  void (*wait_begin)(struct tare_module *module, unsigned int node);
  void (*wait_end)(struct tare_module *module, unsigned int node);
  /* task: before | after the directive.  Between them it is created; a body that runs at once
   * (undeferred, included) is exclusive of that. */
  void (*task_create)(struct tare_module *module, unsigned int node);
  void (*task_created)(struct tare_module *module, unsigned int node);
  /* task: first | last inside its body */
  void (*task_begin)(struct tare_module *module, unsigned int node, struct tare_task *task);
  void (*task_end)(struct tare_task *task);
  /* around every scheduling point that lies lexically in an untied task, whose thread may be
   * another afterwards: the task is left before, and gone on with after */
  void (*task_suspend)(struct tare_task *task);
  void (*task_resume)(struct tare_task *task);
  /* around a statement of serial code (a loop, a call): its exclusive time outside regions, on the
   * initial thread.  In the serial program (tare_module_serial) also around, or inside, the
   * counterpart of a construct, with the construct's node. `units` as for work_end; 1 if it is no
   * loop. */
  void (*serial_begin)(struct tare_module *module, unsigned int node);
  void (*serial_end)(struct tare_module *module, unsigned int node, unsigned long units);
  /* first in the body of an iteration whose number is asked for | last in it, if that is asked
   * for.  `count` is the iteration's number in this execution of the loop by this thread, from 1;
   * `index` the loop variable's value, or count - 1 where it has none.  iteration_begin returns the
   * next number that is asked for, doubled, plus 1 if this iteration's end is; iteration_end the
   * next number.  The first is 1, and 0 is none.  They write nothing that the unit ever reads but
   * what they return, and read nothing of the unit's: it may call them as pure functions. */
  unsigned long (*iteration_begin)(struct tare_module *module, unsigned int node,
                                   struct tare_iterations *loop, unsigned long count, long index);
  unsigned long (*iteration_end)(struct tare_iterations *loop, unsigned long count);
  /* as task_create, task_created and task_begin, for tasks that are not like others: flags say
   * why */
  void (*tasks_create)(struct tare_module *module, unsigned int node, unsigned int flags);
  void (*tasks_created)(struct tare_module *module, unsigned int node, unsigned int flags);
  void (*tasks_begin)(struct tare_module *module, unsigned int node, struct tare_task *task,
                      unsigned int flags);
  /* around a wait in which tasks may run: taskwait, the end of a taskgroup, taskyield */
  void (*task_wait_begin)(struct tare_module *module, unsigned int node);
  void (*task_wait_end)(struct tare_module *module, unsigned int node);
  /* critical, where the construct around it counts: how many acquisitions until the one with
   * probes, from 1 (0: none); that one's lock_wait; how many until the next, behind its lock_done;
   * and at the construct's end, how many there were, and which would have been the next one */
  unsigned long (*lock_first)(struct tare_module *module, unsigned int node);
  void (*lock_wait_sampled)(struct tare_module *module, unsigned int node);
  unsigned long (*lock_again)(struct tare_module *module, unsigned int node);
  void (*lock_passed)(struct tare_module *module, unsigned int node, unsigned long acquired,
                      unsigned long next);
  /* in units with events (tare_module_events), beside the probes above: what happens to a lock
   * (`object`: its address; of critical 0), or that a task is created, before its directive: returns
   * its number, which is firstprivate in it; 0: nobody wants to know.  A wait for children: behind
   * its begin, before its end */
  unsigned long (*event)(struct tare_module *module, unsigned int node, unsigned int what,
                         unsigned long object, unsigned int detail);
  /* behind task_begin: the number of the task that has begun */
  void (*task_known)(struct tare_task *task, unsigned long number);
};

/* One per instrumented unit: an external, hidden, weak symbol tare_m_<hash>.  `probes` first, so
 * that a probe is one load and one indirect call; it points to the unit's own no-ops until the
 * runtime attaches. */
struct tare_module {
  const struct tare_probes *probes;
  unsigned int slot;       /* written by the runtime at attach */
  unsigned int first_node; /* likewise: process-wide index of the module's node 0 */
  unsigned int abi;        /* tare_abi_version */
  unsigned int size;       /* sizeof(struct tare_module) */
  unsigned int node_count;
  unsigned int flags;
  const char *table; /* node table text (instrumenter/nodes), not terminated */
  unsigned long table_length;
  unsigned long table_hash; /* FNV-1a of the table text */
  int (*thread_num)(void);  /* omp_get_thread_num and friends as the unit links them; a */
  int (*num_threads)(void); /* unit without executable directives refers to them weakly, */
  int (*max_threads)(void); /* so each may be null */
  int (*level)(void);
  void *reserved[4];
};
/* TARE-ABI-END */

/* Called by a unit's constructor (priority 101), directly when linked in, else after dlopen. */
void tare_rt_attach(struct tare_module *module);

#ifdef __cplusplus
}
#endif
#endif
