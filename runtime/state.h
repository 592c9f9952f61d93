/* SPDX-License-Identifier: Apache-2.0
 *
 * Internal: the state of the runtime and of each measured thread.
 *
 *   attach -> [state] <- region, work (probes) -> log -> file
 *
 * A thread has two thread-local variables.  tare_self is null unless the thread is inside a
 * measured region, so that every probe elsewhere costs one load and one branch.  tare_parked is the
 * worker that has finished a region but may still run tasks of it; only probes that find tare_self
 * null look at it.
 */
#ifndef TARE_STATE_H
#define TARE_STATE_H

#include "budget.h"
#include "clock.h"
#include "profile_format.h"
#include "tare_abi.h"

#include <pthread.h>
#include <stdint.h>

#define TARE_LIKELY(x) __builtin_expect(!!(x), 1)
#define TARE_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define TARE_COLD __attribute__((noinline, cold))

enum {
  TARE_STACK = 1 << 16,  /* constructs and tasks inside each other; untouched pages cost nothing */
  TARE_TOUCHED = 4096,   /* cells met in one segment, nested regions' included */
  TARE_MODULES = 1 << 16, /* units; later ones stay unmeasured */
  TARE_SAMPLED = 1 << 10, /* loops whose iterations one thread can sample; a power of two */
  TARE_LOCKS = 64,        /* that one thread can sample acquisitions of; a power of two */
  TARE_SAMPLES = 4096,    /* samples of one thread, for all its loops */
  TARE_MEMBERS = 1 << 12  /* a larger team does not know of its tasks */
};

/* What one thread did with the tasks of one team: written by itself, with plain stores, and read by
 * the others. Tasks with dependences, and chunks of a taskloop, are not counted. */
struct tare_supply {
  uint64_t instance; /* the team's region; 0: not valid */
  uint64_t created, started;
  uint64_t newest; /* tick of its last creation's end */
  uint64_t ended;  /* tick at which it last ended a task */
  uint64_t left;   /* ... or left one at a scheduling point, so that another thread can go on */
} __attribute__((aligned(64)));

/* The open gap between tasks in a wait of this thread; see supply.h. */
struct tare_gap {
  uint64_t looked;     /* tick of the last look at the team */
  uint32_t known;      /* it began with a look, or when there were no tasks at all */
  uint32_t ready;      /* which found a task that was ready */
  uint32_t share;      /* Q of the last gap that was looked at, in 1024ths */
  uint32_t left_ready; /* whether the last wait that was looked at ended so */
};

/* A cell that the open segment has met, with its earlier marks.  These belong to an enclosing region's
 * segment and are put back when this one ends.  `cell` null: a nested region, with its whole span in
 * `ticks`, and behind it the construct around. */
struct tare_touched {
  struct tare_pf_cell *cell;
  uint64_t ticks, units, entries, segment;
  uint64_t ticks_then, units_then, entries_then; /* what the cell held when the segment met it */
  uint32_t node;                                 /* process-wide */
  uint32_t slot;
};

/* A cell on a thread's stack, with the name that its spent records need. */
struct tare_entry {
  struct tare_pf_cell *cell;
  uint32_t node; /* process-wide */
  uint16_t slot;
  uint16_t state; /* enum tare_entry_state */
};
enum tare_entry_state {
  TARE_ENTRY_CREATES = 1,   /* a task is being created */
  TARE_ENTRY_UNCOUNTED = 2, /* ... that a supply does not count */
  TARE_ENTRY_RAN = 4        /* ... and it ran inside its creation */
};

/* The private part of one frame (tare_pf_thread.frames). */
struct tare_level {
  uint64_t open;                    /* tick at which the segment began */
  uint64_t segment;                 /* its number on this thread */
  uint64_t probe;                   /* P in it, or in the wait after it */
  uint64_t late;                    /* part of F before it: without a core */
  uint64_t arrive;                  /* where it ended and the wait began */
  uint64_t first_task;              /* begin of the first task in that wait; 0: none yet */
  struct tare_pf_node *cells;       /* the region's own node on this thread */
  uint32_t touched;                 /* its first entry in tare_thread.touched */
  uint32_t base;                    /* stack index of the region's own cell */
  uint32_t lost;                    /* more cells than `touched` holds: not to be logged */
  uint32_t finished;                /* master: between region_finish and region_join */
  uint32_t waits;                   /* between the end of a segment and the begin of the next */
  uint32_t wait;                    /* stack index of the wait's cell, if `waits` */
  uint32_t wait_node, wait_flags;   /* what the wait's sentences say */
  uint32_t logged;                  /* the last segment has a sentence */
  struct tare_touched own_wait;     /* nested: the wait's cell, that no segment here meets */
  uint64_t task;                    /* number of the task that runs here; 0: the implicit one */
  struct tare_supply supply;        /* this thread's, in the region's team */
  struct tare_supply **team;        /* its threads', by number; null: not known */
  uint64_t looks;                   /* ticks between two looks at them; UINT64_MAX: none is needed */
  struct tare_pf_segment *sentence; /* waits for its `leave` */
};

/* The region that a worker has finished, while the rest of its team may still run tasks on it: its
 * frame and level stay in their places (0), and are opened again for each task. */
struct tare_parked {
  struct tare_thread *master; /* who joins it */
  uint64_t until;             /* end of the last task */
  uint32_t depth;             /* the region's, on its master */
  uint32_t epoch;
  uint32_t reopened; /* a task is on it */
  uint64_t waited;   /* ns for a core, in tasks or though one was ready */
  uint64_t before;   /* likewise between the last reading and this task */
};

struct tare_log {
  struct tare_pf_block *half[2];
  char *data;        /* payload of the active half */
  uint64_t used;     /* published bytes in it */
  uint64_t pending;  /* bytes of the sentence that waits for its leave, at data + used */
  uint64_t ready;    /* bytes that are in memory */
  uint64_t reserved; /* bytes that the disk has promised */
  uint64_t other_ready, other_reserved; /* the other half's */
  uint64_t unthinned; /* so much in it cannot be thinned: not to be tried again */
  uint64_t capacity;
  int off;
};

/* Which iterations of one loop this thread samples: one of each 2^level in a row, at random. */
struct tare_sampled {
  uint32_t node; /* process-wide, + 1; 0: unused */
  uint32_t level;
  uint64_t next; /* ordinal, from 1, among all iterations of the loop on this thread */
  uint32_t kept; /* samples of it in the block */
};

/* Which acquisitions of one lock this thread measures (locks.h). */
struct tare_chosen {
  uint32_t node;    /* process-wide, + 1; 0: unused */
  uint64_t left;    /* acquisitions until the next measured one */
  uint64_t since;   /* tick at which these began to be counted */
  uint64_t sampled; /* measured ones that the construct that counts them has not told yet */
  uint64_t ticks;   /* from one measured one to the next, all of them */
  uint64_t passed;  /* acquisitions in that time */
};

struct tare_samples {
  struct tare_pf_block *block;
  uint64_t count;  /* in the block */
  uint64_t random; /* state of the generator */
  int off;
  struct tare_sampled loops[TARE_SAMPLED];
};

struct tare_events {
  struct tare_pf_block *block;
  uint64_t count; /* in the block */
  uint64_t ready, capacity; /* bytes of it that may be touched, and all */
  uint64_t last;  /* tick of the newest */
  uint64_t tasks; /* that it has numbered */
  int off;
};

struct tare_thread {
  struct tare_pf_thread *pf;
  uint64_t segment; /* number of the open segment: cells marked with it are in `touched` */
  uint32_t sp;      /* stack[sp] is the current cell; at TARE_STACK and above: only counted */
  uint32_t touched_count;
  uint64_t last_segment;
  uint32_t slot;
  uint32_t alive;              /* a thread has this slot */
  uint32_t path;               /* to the outermost region that it forked; path.h */
  uint32_t muted;              /* inside a skipped region, or one whose inner probes are off */
  struct tare_budgeted *budget; /* the outermost region that it was in last; null: no budget */
  uint64_t cost;                /* ticks of probes there that are not reported yet */
  uint32_t tells;               /* TARE_OPEN_TELLS: reports what probes take in this instance */
  uint64_t runq_tick, runq_ns; /* last reading of schedstat */
  uint64_t runq_switches;      /* switches of the thread plus 1 at that reading; 0: not known */
  int runq_fd;
  uint64_t runq_device, runq_inode; /* the file that it was opened as */
  struct tare_thread *next_free;
  struct tare_entry stack[TARE_STACK]; /* stack[0]: none */
  struct tare_level level[TARE_PF_FRAMES];
  struct tare_parked parked;
  struct tare_gap gap;
  uint64_t cheapest_lock; /* shortest time in which it ever got a lock; 0: none yet */
  struct tare_chosen locks[TARE_LOCKS];
  struct tare_log log;
  struct tare_samples samples;
  struct tare_events events;
  struct tare_touched touched[TARE_TOUCHED];
  struct tare_pf_node *cells[TARE_MODULES]; /* by module slot; untouched pages cost nothing */
  /* teams of the regions that this thread forked, by their depth on it; likewise */
  struct tare_supply *members[TARE_PF_FRAMES][TARE_MEMBERS];
};

/* What struct tare_region holds. */
struct tare_open {
  uint64_t fork_tick;
  struct tare_thread *master; /* null: not measured, the probes inside of this region do nothing,
                                 and of the record only flags and epoch are valid */
  struct tare_module *module;
  uint64_t instance;
  uint32_t node; /* in the module */
  uint32_t flags;
  uint32_t depth;
  uint32_t epoch; /* a forked child must not follow `master` */
  struct tare_budgeted *budget; /* the outermost region that it is or lies in; null: no budget */
  uint64_t reserved;
};
enum {
  TARE_OPEN_MUTED = 1u << 16,
  TARE_OPEN_ASLEEP = 1u << 17, /* alone, with no master: the budget skips this instance */
  TARE_OPEN_TELLS = 1u << 18   /* its threads report to the budget what their probes took */
};
_Static_assert(sizeof(struct tare_open) == sizeof(struct tare_region), "layout of tare_region");

enum tare_phase {
  TARE_NEW = 0, /* nothing attached yet */
  TARE_READY,   /* attached; no region yet, no file */
  TARE_OPEN,    /* the file exists */
  TARE_OFF      /* switched off, failed, or closed */
};

struct tare_runtime {
  int phase;
  uint32_t epoch; /* counts forks of the process */
  uint32_t level_regions, level_nested, level_barriers;
  uint64_t seed;
  uint64_t ticks_per_ms;
  uint32_t threads_asked;
  uint64_t startup_ticks; /* start of the OpenMP runtime in our set-up; the first fork's */
  uint64_t early_ticks;   /* its start in serial code before; in no cell until that fork */
  int is_asking;          /* our set-up asks the OpenMP runtime */
  int initial_known;
  int samples; /* a module samples iterations */
  int events;  /* a module is built with events */
  int events_over; /* a thread has no more room for them */
  pthread_t initial;
  struct tare_thread *initial_thread;
  struct tare_pf_header *header;
  pthread_key_t key;
  int key_made;
  uint64_t start_tick, start_ns;
  uint64_t pid;
  uint32_t tasks; /* whether any task was ever created */
  uint32_t muted __attribute__((aligned(64))); /* such regions now, skipped ones excepted */
  pthread_mutex_t lock;                        /* phase changes, modules, thread slots */
};

extern struct tare_runtime tare_rt;
extern __thread struct tare_thread *tare_self __attribute__((tls_model("initial-exec")));
extern __thread struct tare_thread *tare_parked __attribute__((tls_model("initial-exec")));
extern const struct tare_probes tare_probes_tsc, tare_probes_ns; /* one for each clock */

/* attach.c */
void tare_setup(struct tare_module *module); /* READY -> OPEN or OFF; any thread */
void tare_stop(void);                        /* no space for cells: the profile ends here */

/* thread.c */
struct tare_thread *tare_thread_new(int initial);
/* Slots and cells for the team to come, so that workers need not make them inside the region. */
void tare_threads_prepare(struct tare_module *module, uint32_t count);
/* Null, and the profile ends, when there is no space. */
struct tare_pf_node *tare_cells_new(struct tare_thread *thread, struct tare_module *module);
/* The same inside a region: its time is P. Null: the probe does nothing. */
struct tare_pf_node *tare_cells_timed(struct tare_thread *thread, struct tare_module *module);
void tare_threads_forget(void); /* in a forked child */
void tare_thread_end(void *thread);
uint64_t tare_thread_runq(struct tare_thread *thread, uint64_t now);
int tare_thread_open_regions(void); /* threads in a region, skipped ones included */
uint32_t tare_threads_other_cpu(void); /* ms of threads of the process that have no slot */
void tare_threads_tell(void); /* all regions are over: writes what the log lacks */

/* region.c: which thread is the initial one is not known yet. */
int tare_is_initial_slow(void);

static inline int tare_is_initial(void) {
  if (TARE_LIKELY(tare_rt.initial_known))
    return pthread_equal(tare_rt.initial, pthread_self());
  return tare_is_initial_slow();
}

static inline void tare_status(uint32_t bits) {
  __atomic_fetch_or(&tare_rt.header->status, bits, __ATOMIC_RELAXED);
}

/* A construct was left without passing its end. That is normal in a region that may be cancelled. */
static inline void tare_unbalanced(const struct tare_thread *thread) {
  const struct tare_pf_thread *pf = thread->pf;
  if (!pf->depth || !(pf->frames[pf->depth - 1].flags & tare_region_cancels))
    tare_status(TARE_STATUS_UNBALANCED);
}

static inline struct tare_pf_cell *tare_current(const struct tare_thread *thread) {
  return (struct tare_pf_cell *)(uintptr_t)thread->pf->current;
}

/* One transition. */
static inline void tare_move(struct tare_pf_thread *pf, struct tare_pf_cell *next, uint64_t now) {
  struct tare_pf_cell *cell = (struct tare_pf_cell *)(uintptr_t)pf->current;
  cell->ticks += now - pf->last;
  pf->last = now;
  pf->current = (uint64_t)(uintptr_t)next;
}

/* Reports what its probes took, and `more`, to the outermost region that the thread was in, if that
 * instance takes reports. */
static inline void tare_cost_tell(struct tare_thread *thread, uint64_t more) {
  if (TARE_LIKELY(!thread->budget))
    return;
  if (thread->tells && thread->cost + more)
    tare_budget_tell(thread->budget, thread->cost + more);
  thread->cost = 0;
}

static inline struct tare_pf_node *tare_cells(struct tare_thread *thread,
                                              struct tare_module *module) {
  struct tare_pf_node *cells = thread->cells[module->slot];
  return TARE_LIKELY(cells) ? cells : tare_cells_timed(thread, module);
}

#endif
