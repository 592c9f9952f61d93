/* SPDX-License-Identifier: Apache-2.0
 *
 * The profile file: written by runtime/, read only by analyzer/profile.
 * C11 and C++20; little-endian, fixed width, every offset asserted below.
 *
 *   file    = header page (4096 bytes), then blocks, each a multiple of 4096 bytes
 *   block   = tare_pf_block, then `capacity` bytes of payload of which `used` are valid
 *   MODULE  payload: tare_pf_module, then the node table text
 *   THREAD  payload: tare_pf_thread (live state of one thread slot)
 *   CELLS   payload: tare_pf_node[node_count] of one thread and one module
 *   LOG     payload: tare_pf_segment, each followed by its tare_pf_spent records
 *   SAMPLES payload: tare_pf_sample of one thread, a bounded number
 *   EVENTS  payload: tare_pf_event of one thread, in the order of their ticks
 *   PATHS   payload: tare_pf_path_record, each followed by what it counts; at most one such block
 *
 * The file is MAP_SHARED while the program runs, so it is readable after any death of the
 * writer: lengths are stored (release) after the data that they cover.
 *
 * Times are ticks of `clock`.  A duration is exact: the difference of two clock reads, or a sum of
 * such differences.  BOOKS names of the states: S serial, R/W body, B/Z/L wait, F fork, P probe.
 */
#ifndef TARE_PROFILE_FORMAT_H
#define TARE_PROFILE_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define TARE_PF_MAGIC "TAREPROF"
#define TARE_PF_WINDOW_MAGIC "TAREWIND"
#define TARE_PF_WINDOW_LEAST                                                                       \
  128u /* bytes of the oldest windows: what is behind them is not told                             \
        */
#define TARE_PF_BLOCK_MAGIC 0x4b4c4254u /* "TBLK" */
#define TARE_PF_MAJOR 9u
#define TARE_PF_MINOR 2u
#define TARE_PF_PAGE 4096u
#define TARE_PF_NO_NODE                                                                            \
  0x0fffffffu /* process-wide indices are below it: spent records have 28 bits */
#define TARE_PF_FIRST_LOOK                                                                         \
  1024u                  /* executions of a serial statement before it may be found too short */
#define TARE_PF_OUTER 2u /* constructs that one was executed in, of which is known */
#define TARE_PF_MORE UINT32_MAX
#define TARE_PF_FRAMES 8u /* regions that one thread can be inside of and still be measured */

enum tare_pf_clock { TARE_CLOCK_TSC = 1, TARE_CLOCK_MONOTONIC_NS = 2, TARE_CLOCK_CNTVCT = 3 };

enum tare_pf_block_kind {
  TARE_BLOCK_MODULE = 1,
  TARE_BLOCK_THREAD = 2,
  TARE_BLOCK_CELLS = 3,
  TARE_BLOCK_LOG = 4,
  TARE_BLOCK_SAMPLES = 5,
  TARE_BLOCK_PATHS = 6,
  TARE_BLOCK_EVENTS = 7 /* since 9.2 */
};

/* Slots of a node's exclusive time on one thread. What a slot means follows from the node's kind.
 */
enum tare_pf_slot {
  TARE_SLOT_BODY = 0, /* R of a region or serial loop; W of a construct; D of `sections` itself */
  TARE_SLOT_WAIT = 1, /* barrier wait and release (B+Z; at a region's end also J); lock wait (L) */
  TARE_SLOT_FORK = 2, /* F: fork until this thread's start */
  TARE_SLOT_SERIAL = 2, /* S: a node's time in serial code, initial thread; of a region only in the
                           serial program */
                        /* C of a taskloop: the creation of its tasks */
  TARE_SLOT_SCHED = 3,  /* D: loop scheduling; C of a task: its creation; Q of a wait: fetching */
  TARE_SLOT_ASLEEP = 3, /* of a region, initial thread only: from fork to join of outermost
                           instances that the budget left out, of which nothing else is known */
  TARE_SLOTS = 4,
  TARE_SLOT_PROBE = 4,  /* in tare_pf_spent only: P, the runtime's own set-up inside a region */
  TARE_SLOT_NESTED = 5, /* in tare_pf_spent only: the whole span of a nested region, whose own
                           segments say what it consists of */
  TARE_SLOT_FETCH = 6,  /* in tare_pf_spent of an IN_WAIT sentence only: Q, a gap between tasks in
                           which one was ready; `node` is the task that ended it */
  TARE_SLOT_PATH = 7, /* in tare_pf_spent only, the last one of an outermost region's last sentence
                         on the master: `node` is the number of its call path, from 1; no ticks */
  TARE_SLOT_STANDS_FOR =
      8,                /* in tare_pf_spent only, in an outermost region's last sentence on the
                       master, last but for PATH: ticks of ASLEEP (of the region's own node) that
                       this instance stands for, `units` instances; no time of the segment */
  TARE_SLOT_AROUND = 9, /* in tare_pf_spent only, behind a NESTED record: `node` is the construct,
                           or the region itself, in whose BODY the thread forked those; no ticks */
  TARE_SLOT_LATE =
      10, /* in tare_pf_spent only, the last one of a worker's first sentence: ticks of
              the region's F that it waited for a core, which no reading (RUNQ) tells */
  TARE_SLOT_LIMIT = 11
};

enum tare_pf_status {
  TARE_STATUS_CLOSED = 1u << 0,    /* the program ended through our destructor */
  TARE_STATUS_DISK_FULL = 1u << 1, /* the log stopped; the cells went on */
  TARE_STATUS_FOREIGN_REGIONS = 1u
                                << 2, /* regions forked by a non-initial thread: not in the books */
  TARE_STATUS_TOO_DEEP = 1u << 3,     /* nesting deeper than TARE_PF_FRAMES: not measured there */
  TARE_STATUS_TWO_RUNTIMES = 1u << 4, /* libgomp and libomp both loaded */
  TARE_STATUS_UNBALANCED = 1u << 5,   /* an end probe without its begin was seen and mended */
  TARE_STATUS_LATE_CLOSE = 1u << 6,   /* a region was open when the program ended */
  TARE_STATUS_SERIAL = 1u << 7,       /* the serial program: no regions, SERIAL cells only */
  TARE_STATUS_EVENTS_FULL = 1u << 8   /* a thread's EVENTS block was full: all ended then */
};

struct tare_pf_header {
  char magic[8];
  uint32_t major, minor;
  uint32_t header_size;   /* sizeof(struct tare_pf_header) */
  uint32_t clock;         /* enum tare_pf_clock */
  uint64_t head_checksum; /* FNV-1a of the fields above and of pid..program, at creation */
  /* fixed at creation */
  uint64_t pid;
  uint64_t start_tick, start_ns; /* window start; CLOCK_MONOTONIC at the same moment */
  uint64_t sampling_seed;
  uint32_t cores_online, cores_allowed; /* sysconf; size of the affinity mask */
  int32_t mpi_rank;                     /* -1: none */
  uint32_t budget_ppm;     /* share of the threads' time that probes may take; 0: no budget */
  char openmp_runtime[32]; /* "libomp", "libgomp", "unknown" */
  char program[160];       /* argv[0], cut */
  /* live; closing_checksum covers all of it in the end */
  uint64_t beat_tick, beat_ns; /* a later pair: tick rate of a program that died */
  uint64_t stop_tick, stop_ns; /* window end; 0 until closed */
  uint64_t blocks_end;         /* bytes of file that hold complete blocks; stored (release) last */
  uint64_t body_checksum;      /* when CLOSED: tare_pf_sum of all blocks' used payloads, in order */
  uint64_t foreign_regions;
  uint64_t regions;       /* region executions that were measured (any depth) */
  uint32_t status;        /* tare_pf_status bits */
  uint32_t threads_asked; /* p: TARE_THREADS, else omp_get_max_threads() before the first region;
                             0: no region */
  uint32_t
      level_regions;     /* log keeps instances of outermost regions with hash % 2^level == 0 ... */
  uint32_t level_nested; /* ... those of nested ones likewise ... */
  uint32_t level_barriers; /* ... and in them barrier ordinals with hash % 2^level == 0 */
  uint32_t thread_slots;
  uint32_t modules;
  uint32_t node_count;   /* over all modules */
  uint32_t other_cpu_ms; /* when CLOSED: CPU time of threads that have no slot: they took part in
                            no measured region; 0: none, or not known */
  uint32_t unused;
  /* since 9.1 */
  uint64_t closing_checksum; /* when CLOSED and not LATE_CLOSE, stored last: tare_pf_header_sum; 0:
                                none */
};
#define TARE_PF_HEADER_LEAST 376u /* bytes of the oldest headers of this major version */

struct tare_pf_block {
  uint32_t magic, kind;
  uint64_t size;     /* of the whole block, multiple of TARE_PF_PAGE */
  uint64_t capacity; /* payload bytes, at most size - sizeof(struct tare_pf_block) */
  uint32_t thread;   /* slot index, or 0 */
  uint32_t module;   /* module slot, or 0 */
  uint64_t
      address; /* where the payload was mapped in the program: to read tare_pf_thread.current */
  uint64_t checksum; /* FNV-1a of the fields above */
  uint64_t used;     /* valid payload bytes; stored (release) after them */
  uint64_t reserved;
};

struct tare_pf_module {
  uint32_t first_node, node_count;
  uint64_t table_hash, table_length;
  uint32_t flags; /* tare_module.flags */
  uint32_t reserved;
};

/* Exclusive time of one node in one slot on one thread. */
struct tare_pf_cell {
  uint64_t ticks;
  uint64_t entries; /* times the slot was entered */
  uint64_t units;   /* iterations; of a loop that is not counted: entries on thread number 0;
                       of WAIT of a lock: acquisitions that had to wait */
  /* private to the runtime: the segment that met this cell last, and what it held then */
  uint64_t mark_segment;
  uint64_t mark_ticks;
  uint64_t mark_units;
  uint64_t mark_entries;
};

/* A region node's teams, on the thread that did the adding. */
struct tare_pf_team {
  uint64_t area; /* master: sum of n * (join - fork); opaque: p * (join - fork) */
  uint64_t span; /* master: sum of (join - fork) */
  uint64_t
      inside; /* sum of: worker (arrive - fork), and its tasks after that; master (join - fork) */
  uint64_t missing;   /* master, outermost only: sum of max(p - n, 0) * span    -> E */
  uint64_t surplus;   /* master: outermost max(n - p, 0) * span; nested (n - 1) * span   -> X */
  uint64_t instances; /* master */
};

struct tare_pf_node {
  struct tare_pf_cell cell[TARE_SLOTS];
  struct tare_pf_team team;
  /* Constructs that it was executed in, by any calls: process-wide index + 1; 0: none. Those of a
   * third and more are lost: TARE_PF_MORE in the second place. In serial code: statements with time
   * of their own in SERIAL, of an outermost region or of a statement. */
  uint32_t outer[TARE_PF_OUTER];
};

/* One region that a thread is inside of. */
struct tare_pf_frame {
  uint64_t instance; /* region instance: process-wide ordinal, from 1 */
  uint64_t fork_tick;
  uint32_t node; /* process-wide index */
  uint32_t team_size;
  uint32_t thread_num;
  uint32_t ordinal; /* barriers passed */
  uint32_t flags;   /* tare_region_*, TARE_FRAME_* */
  uint32_t depth;   /* 0: outermost */
};
enum { TARE_FRAME_MASTER = 1u << 8, TARE_FRAME_LOGGED = 1u << 9 };

struct tare_pf_thread {
  uint64_t tid;
  uint64_t last;    /* tick of the last transition */
  uint64_t current; /* address of the tare_pf_cell that time goes to; 0: none (idle, or serial) */
  uint64_t serial_ticks;               /* S: initial thread, outside regions and SERIAL cells */
  uint64_t serial_probe_ticks;         /* P_S: set-up outside regions, initial thread */
  uint64_t probe_ticks;                /* P: set-up inside regions */
  uint64_t runq_ns;                    /* run-queue delay inside regions (schedstat) */
  uint64_t serial_runq_ns;             /* Y_S */
  uint64_t segments, segments_dropped; /* log sentences written; left out by sampling or disk */
  uint32_t initial;                    /* 1: the thread that the program started with */
  uint32_t lives;                      /* threads that have used this slot, one after the other */
  uint32_t depth;                      /* frames in use */
  uint32_t active_log; /* 0 or 1: which of the slot's two LOG blocks (in file order) counts */
  struct tare_pf_frame frames[TARE_PF_FRAMES];
};

enum tare_pf_segment_flags {
  TARE_SEG_LAST = 1u << 0, /* ends at the region's end: `leave` is the join on the master, else 0 */
  TARE_SEG_MASTER = 1u << 1, /* thread that forked the region */
  TARE_SEG_IN_WAIT =
      1u << 2,            /* not a segment: the tasks that ran in the wait after one; see below */
  TARE_SEG_RUNQ = 1u << 3 /* runq_ns was read at the end of this segment, or in tasks IN_WAIT */
};

/* One thread between two common points of its team: from `open` (the fork for ordinal 0, else its
 * leave from the barrier before) to `arrive` at the next barrier or the region's end.
 *   arrive - open == sum of the ticks of its spent records       (exact; the reader checks it;
 *                        without STANDS_FOR)
 * Key of a barrier: (instance, ordinal), the same on every thread of the team.
 *
 * A wait in which the thread ran tasks has a second sentence with the same key and flags, and
 * IN_WAIT: `open` is the first one's arrival, `leave` the begin of the first task, `arrive` the end
 * of the last one, and the spent records say what the tasks did.  Their sum is at most
 * arrive - open; the rest of the wait is waiting.  A worker's tasks after its region_finish are
 * told when it enters its next region, ends, or the program does. */
struct tare_pf_segment {
  uint64_t instance;
  uint64_t open, arrive, leave;
  uint64_t runq_ns;      /* run-queue delay since this thread's last reading, if RUNQ */
  uint32_t region_node;  /* process-wide index */
  uint32_t barrier_node; /* node of the barrier (or construct that has it); region_node if LAST */
  uint32_t ordinal;
  uint32_t spent_count; /* records that follow */
  uint16_t flags;
  uint16_t team_size;
  uint16_t thread_num;
  uint16_t depth;
};

/* What this thread did in one slot of a node in one segment; one record for each.  A slot that was
 * open when the segment began has time in it, but no entry for that.  Records of NESTED and FETCH
 * have as many entries as units, those of PROBE, PATH, STANDS_FOR and AROUND none.  Bit-fields fill
 * their word from its lowest bit. */
struct tare_pf_spent {
  uint64_t ticks;
  uint32_t node : 28; /* process-wide index; of PATH a call path's number */
  uint32_t slot : 4;  /* enum tare_pf_slot, TARE_SLOT_PROBE among them */
  uint16_t units;     /* iterations; 65535: as many or more, or unknown */
  uint16_t entries;   /* times the slot was entered; 65535: as many or more */
};

/* One iteration of a loop, chosen by the runtime: a sample of bounded size, in which all iterations
 * of the loop on one thread have had the same chance.  Behind every second one, by chance, the
 * probes measure themselves as they would measure a gap in which nothing happens; what a gap holds
 * beyond that is the dispatch of iterations. */
struct tare_pf_sample {
  int64_t index;       /* value of the loop's variable, or the ordinal on this thread from 0 */
  uint32_t node;       /* process-wide */
  uint32_t instance;   /* of the region, cut to 32 bits */
  uint32_t body_ticks; /* the iteration's body; or'ed with TARE_PF_BODY_COARSE: in units of
                          2^TARE_PF_BODY_SHIFT ticks (an hour and more) */
  uint32_t gap_ticks;  /* from its end to the begin of this thread's next one, at most
                          TARE_PF_GAP_MOST; or'ed with TARE_PF_GAP_EMPTY: of the probes alone;
                          UINT32_MAX: none */
};
#define TARE_PF_BODY_COARSE 0x80000000u
#define TARE_PF_BODY_SHIFT 13u
#define TARE_PF_GAP_EMPTY 0x80000000u
#define TARE_PF_GAP_MOST 0x7ffffffeu

/* What happened to one task or lock on this thread.  `object`: number of the task (0: the implicit
 * one) or address of the lock; `peer`: of a task that is created the one that creates it. `detail`:
 * of what is created the flags that its probes had. */
struct tare_pf_event {
  uint64_t tick;
  uint64_t instance; /* of the innermost region */
  uint64_t object, peer;
  uint32_t node : 28; /* process-wide */
  uint32_t kind : 4;  /* tare_event_* */
  uint32_t detail;
};

/* How the initial thread came to fork: objects, and chains of calls whose return addresses lie in
 * them. Both are numbered in the order in which they stand, objects from 0, chains from 1. */
enum tare_pf_path_kind {
  TARE_PATH_OBJECT = 1, /* `count` bytes of a file's name follow, up to a multiple of 8 */
  TARE_PATH_CALLS = 2   /* `count` tare_pf_call follow, innermost first */
};
#define TARE_PF_PATHS_MOST (64u << 10) /* bytes of such a block's payload */
#define TARE_PF_NAME_MOST 4096u
struct tare_pf_path_record {
  uint32_t kind, count;
};
struct tare_pf_call {
  uint64_t address; /* of the instruction behind the call, as the object's own tables count */
  uint32_t object;
  uint32_t reserved;
};

/* Written by libtare-window.so (preloaded into every measured process): file "<TARE_WINDOW>.<pid>".
 */
struct tare_pf_window {
  char magic[8];
  uint32_t major, clock;
  uint64_t pid;
  uint64_t start_tick, start_ns;
  uint64_t stop_tick, stop_ns; /* 0: the process ended without its destructors */
  uint64_t runq_ns;            /* run-queue delay of all threads alive at the end */
  uint64_t threads;            /* threads alive at the end */
  /* of the process, all threads; UINT64_MAX: this machine does not tell */
  uint64_t faults;               /* page faults, minor and major */
  uint64_t switches;             /* context switches, voluntary or not */
  uint64_t migrations;           /* to another core */
  uint64_t instructions, cycles; /* in user mode */
  uint64_t reference_cycles; /* the same time in cycles of a clock that never changes its rate */
  uint64_t cpu_ns;           /* CPU time of the process alone, without its children; 0: not told */
  uint64_t device, inode;    /* of the file that was executed; 0: not told */
  char openmp_file[1024]; /* that the OpenMP runtime was loaded from; empty: linked in, none, or its
                             path is too long */
  int32_t rank_plus_1, ranks; /* of a job; 0: none, or not told */
  char host[64];              /* where it ran; empty: not told */
};

#ifdef __cplusplus
#define TARE_PF_ASSERT(what) static_assert(what, #what)
#else
#define TARE_PF_ASSERT(what) _Static_assert(what, #what)
#endif
TARE_PF_ASSERT(sizeof(void *) == 8);
TARE_PF_ASSERT(offsetof(struct tare_pf_header, pid) == 32);
TARE_PF_ASSERT(offsetof(struct tare_pf_header, beat_tick) == 272);
TARE_PF_ASSERT(offsetof(struct tare_pf_header, closing_checksum) == TARE_PF_HEADER_LEAST);
TARE_PF_ASSERT(sizeof(struct tare_pf_header) == 384);
TARE_PF_ASSERT(sizeof(struct tare_pf_block) == 64);
TARE_PF_ASSERT(sizeof(struct tare_pf_module) == 32);
TARE_PF_ASSERT(sizeof(struct tare_pf_cell) == 56);
TARE_PF_ASSERT(sizeof(struct tare_pf_team) == 48);
TARE_PF_ASSERT(offsetof(struct tare_pf_node, outer) == 272);
TARE_PF_ASSERT(sizeof(struct tare_pf_node) == 280);
TARE_PF_ASSERT(sizeof(struct tare_pf_frame) == 40);
TARE_PF_ASSERT(offsetof(struct tare_pf_thread, frames) == 96);
TARE_PF_ASSERT(sizeof(struct tare_pf_thread) == 416);
TARE_PF_ASSERT(sizeof(struct tare_pf_segment) == 64);
TARE_PF_ASSERT(sizeof(struct tare_pf_spent) == 16);
TARE_PF_ASSERT(offsetof(struct tare_pf_spent, units) == 12);
TARE_PF_ASSERT(offsetof(struct tare_pf_spent, entries) == 14);
TARE_PF_ASSERT(TARE_SLOT_LIMIT <= 16);
TARE_PF_ASSERT(sizeof(struct tare_pf_sample) == 24);
TARE_PF_ASSERT(sizeof(struct tare_pf_event) == 40);
TARE_PF_ASSERT(sizeof(struct tare_pf_path_record) == 8);
TARE_PF_ASSERT(sizeof(struct tare_pf_call) == 16);
TARE_PF_ASSERT(sizeof(struct tare_pf_window) == 1240);

#endif
