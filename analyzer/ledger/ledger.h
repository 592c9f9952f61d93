// SPDX-License-Identifier: Apache-2.0
// The ledger: the tables of an experiment, with bands, as plain data. The vocabulary of everything
// behind accounts.
//
//   Profile + node tree + reference -> accounts -> [ledger] -> report
#pragma once

#include "analyzer/ledger/entry_order.h"
#include "analyzer/ledger/experiment_facts.h"
#include "analyzer/ledger/job_figures.h"
#include "analyzer/ledger/outputs.h"
#include "analyzer/notes/note.h"
#include "instrumenter/nodes/clause.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// Seconds with a 95 % band (bootstrap over repetitions). low_s == high_s == time_s with one
/// repetition.
struct Estimate {
  double time_s = 0;
  double low_s = 0;
  double high_s = 0;
};

struct LedgerLine {
  std::string category; // full dotted name, see categories.h
  Estimate time;        // wall-clock share: thread time / p; may be negative
  /// The figure in every accepted repetition, in the order of Table::repetitions: what a comparison
  /// of two ledgers tests. Empty in a ledger that does not hold them.
  std::vector<double> repetitions_s;
  /// The figure says nothing: only the band does, as a range (void_rows.h).
  bool is_void = false;
  /// Of a row of the whole program: the figure with the probes in it, and without them by their
  /// calibration alone, before the plain runs decided. Absent: the same as `time`.
  std::optional<double> with_probes_s = std::nullopt, calibrated_s = std::nullopt;
};

/// The parts of `unidentified`; they sum to that line.
struct UnidentifiedParts {
  /// Plain minus instrumented parallel time; without a serial program less the same of one thread /
  /// p.
  double agreement_s = 0;
  double unpaired_s = 0; // constructs without a counterpart in the 1-thread run
  double opaque_s = 0;   // inflation of what no probe can bracket
};

/// What a budget skipped so that the probes take no more than was asked for. Means over the
/// repetitions; executions of regions inside other regions do not count.
struct Budget {
  struct Construct {
    std::string id, reason;
    std::optional<double> predicted_share; // of the threads' time, what its probes would take
  };
  double asked = 0; // share of the threads' time that probes may take; 0: none, constructs only
  double skipped_instances = 0; // executions of regions; others, that were measured, stand for them
  double instances = 0;         // all of them
  double skipped_share = 0;     // of the time in them
  std::vector<Construct> constructs; // without probes, because a plan said so
  /// Seconds that the overheads have of these constructs, from a pilot run with all probes. 0:
  /// there was none, or it had no such time.
  double told_by_pilot_s = 0;
};

/// The cost of measuring.
struct OwnCost {
  double measured_s = 0; // instrumented minus plain parallel time, as it is
  double measured_low_s = 0, measured_high_s = 0;
  /// The part of it that remains without probing: the same program with its probes off, minus the
  /// plain one. Absent: that was not run.
  std::optional<Estimate> rewriting;
  /// Taken out of the instrumented run before anything was booked: set-up of the profile and, if
  /// the times are `approximated`, the probes.
  double removed_s = 0;
  double set_up_s = 0;    // the part of it that setting up the profile took, once a process
  double unfounded_s = 0; // claimed by the probes' costs beyond the time that there was
  bool approximated = false;
  /// C_obs: probes counted, times what one takes; a p-th of the threads' time. 0 unless
  /// approximated.
  double observed_low_s = 0, observed_direct_s = 0, observed_high_s = 0;
  std::optional<Budget> budget; // absent: everything was measured
  /// What `observed_direct_s` was expected to be before these runs; absent: nothing was predicted.
  std::optional<double> predicted_s = std::nullopt;
};

/// Work at a construct, thread time: a construct's own, exclusive.
struct WorkTimes {
  double serial_s =
      0;             // W_s: at its counterpart in the serial program; 0 if `counterpart` is "none"
  double one_s = 0;  // W_1
  double many_s = 0; // W_p
  /// N_p / N_1: how much more often it was executed (of a loop its iterations; what threads repeat
  /// counts once); 0: not known, or of region code as often.
  double executions_ratio = 0;
  bool not_on_one = false; // it was not executed on one thread
};

/// How often in one run on p threads: whole numbers.
struct ConstructCounts {
  int64_t entries = 0;    // a team's, or of a task its executions
  int64_t iterations = 0; // of a loop, all threads and executions together; 0: none, or not counted
  int64_t acquisitions = 0; // of a lock
  /// Every repetition counted them, and the same. Else they are the nearest to a mean: a budget
  /// left executions out, or the program does not do the same each time.
  bool is_exact = false;

  bool operator==(const ConstructCounts &) const = default;
};

/// A lock's life beside its waits, thread time.
struct LockUse {
  double held_s = 0; // exclusive of constructs inside
  double acquisitions = 0;
  double contended = 0; // of those, the ones that had to wait
};

/// Thread time in which the threads of the instrumented runs waited for a CPU, on one thread and on
/// p: each reading in proportion to the thread's time at each construct. The part that was a loss
/// is in the rows as well: `off_cpu`, and the waits of other threads. 0: none, or not known.
struct CpuWaits {
  double one_s = 0, many_s = 0;

  bool operator==(const CpuWaits &) const = default;
};

/// The same of whole runs, thread time.
struct RunCpuWaits {
  double serial_s = 0, ignored_s = 0, parallel_s = 0; // plain programs; ignored: without pragmas
  double one_s = 0, many_s = 0;                       // instrumented, on one thread and on p
  double many_serial_s = 0;                           // of the latter: in serial code
};

/// One of at most 50 stretches of the run: how unevenly a construct's threads shared it then.
struct ImbalanceBin {
  double start_s = 0, end_s = 0; // since the window's start
  double instances = 0;
  double wait_s = 0; // of load imbalance, wall-clock share
  double span_s = 0; // likewise, if all of its team were in it as long as the longest
};

/// Cost of iterations between two values of the loop variable, from the bounded sample.
struct IterationBin {
  int64_t first = 0, last = 0; // values of the loop variable
  double samples = 0;
  double mean_s = 0;     // body of one iteration
  double iterations = 0; // of a run, that these samples stand for; 0: not known
  /// Standard deviation of single iterations. The longest hundredth count as long as the next one,
  /// since an interruption belongs to no iteration. 0: not known.
  double deviation_s = 0;
};

struct ConstructLines {
  std::string id; // NodeId::text()
  std::string kind;
  std::string file; // relative POSIX path
  int line = 0, column = 0;
  int end_line = 0;        // last line of its text; 0: not known
  std::string included_at; // "x.c:7": the #include inside its function that brought it; or empty
  std::string directive;
  std::vector<Clause> clauses; // of the directive; a ledger that was read from JSON has none
  std::string function;        // qualified; empty: none
  std::string counterpart;     // how it was paired with the serial program: "same source",
                               // "exact", "shape", "header", "fallback", "none"
  bool in_serial_code = false; // a loop, a call or another statement that no region is around
  /// Hashes of the code inside: exact, without names of variables, loop header only. 0: none.
  std::array<uint64_t, 3> hashes = {0, 0, 0};
  /// The region of a combined directive: its loop, or sections, has lines of its own.
  bool isCombinedRegion() const {
    return kind == "parallel" &&
           (directive.starts_with("parallel for") || directive.starts_with("parallel sections"));
  }
  /// "rand, printf": functions of the C library that its own code calls, and that take a lock
  /// within.
  std::string locking_calls;
  double instances = 0; // mean executions a run
  /// Of a worksharing loop: its iterations in a run, all threads and executions together. 0: not
  /// known.
  double iterations_counted = 0;
  std::optional<ConstructCounts> counts; // absent: a ledger of an earlier version
  /// Wall-clock share: time of all threads at it / p, without what is inside it. Serial code counts
  /// on every thread, since the others wait meanwhile. Absent: a ledger of an earlier version.
  std::optional<double> time_s;
  /// Id of the region around it, in its text or by calls. Empty: none, several, or not known.
  std::string region;
  /// Mean team size of a nested region, weighted by time; constructs inside carry the same value.
  /// 0: not nested, or not known.
  double nested_team = 0;
  /// The part of its partially parallelised code in which threads waited because no task was ready,
  /// seconds. 0: none, or not known.
  double lack_of_tasks_s = 0;
  /// Executions of atomic constructs in it, by any calls, over all threads; and how many of these
  /// stand outside of its text.
  double atomics = 0, atomics_called = 0;
  std::string atomics_at;            // "x.c:4": where the most of `atomics_called` stand
  double atomics_there = 0;          // executions of that one
  std::vector<LedgerLine> overheads; // exclusive
  std::optional<WorkTimes> work;
  CpuWaits cpu_waits;
  std::optional<LockUse> lock;
  std::vector<ImbalanceBin> over_time;
  std::string iteration_variable;       // of `iterations`; empty: their ordinals on each thread
  std::vector<IterationBin> iterations; // in order of the loop variable
  /// Its executions have different numbers of iterations: along the variable executions are mixed.
  bool ranges_differ = false;
};

/// Counts of the system and the processor in a whole run, means over accepted repetitions. Absent:
/// this machine has no such count.
struct RunCounts {
  std::optional<double> faults, switches, migrations;
  /// User mode. Reference cycles tick at a rate that never changes: cycles / reference cycles is
  /// how fast the cores' clock was, of their nominal rate.
  std::optional<double> instructions, cycles, reference_cycles;

  bool operator==(const RunCounts &) const = default;
};

/// How much of the OpenMP program has a counterpart in the serial one; constructs that were
/// executed.
struct PairingCoverage {
  int paired = 0, unpaired = 0;
  double unpaired_work_s = 0; // W_1 of those without a counterpart, thread time
  double probed_ratio = 1;    // time of the serial program with probes / without
};

/// A line of this share of T_p is large enough for advice.
inline constexpr double advised_share = 0.03;

/// What the program would take with a piece of advice, predicted: a band of 90 %.
struct AdvisedTime {
  Estimate time;
  std::string options;   // of `tare whatif` that ask for it
  bool is_bound = false; // more cannot be gained so; what the advice reaches of it is not known
};

/// The next thing to try about one large line.
struct Advice {
  std::string category;
  std::string construct; // its id; empty: the whole program
  std::string sentence;
  std::string rule;   // stable name: "schedule-triangular"
  std::string source; // where that is known from: "OpenMP 5.2, schedule Clause"
  /// By how much T_p may become less, seconds: at most the row's time there, without what else
  /// explains it. 0: it changes nothing of the program.
  double gain_s = 0;
  std::optional<AdvisedTime> predicted; // absent: nothing predicts it
};

/// A call: in which function it stands, and where. Empty, 0: not known.
struct CallPlace {
  std::string function, file;
  int line = 0;
};

/// The regions that were reached through one chain of calls.
struct PathLines {
  std::vector<CallPlace> calls;      // outermost first, down to the function of the region
  std::vector<std::string> regions;  // ids of the constructs that were forked there
  double instances = 0;              // regions executed
  Estimate time;                     // wall clock in them
  std::vector<LedgerLine> overheads; // shares of those at constructs; without values of repetitions
};

struct Table {
  int threads = 0;                     // p; in a job, of all its ranks
  int ranks = 0;                       // as RunSize
  Estimate serial_time, parallel_time; // T_s, T_p: plain programs
  Estimate ideal_time;                 // T_s / p
  Estimate efficiency;                 // E_p = T_s / (p T_p); a ratio in the *_s fields
  Estimate total_overhead;             // T_p - T_s / p
  /// Of a predicted table: half of the 95 % band of what its model may be wrong by in T_p, beside
  /// the bands here. 0: none, or the bands have it.
  double model_half_s = 0;
  std::vector<LedgerLine> overheads; // every category once, in the paper's order
  UnidentifiedParts unidentified_parts;
  OwnCost own_cost;
  std::vector<ConstructLines> constructs; // largest |sum| first
  std::vector<PathLines> paths;           // largest |sum| first; of the p-thread run
  std::vector<EntryOrder> order;          // the program first; empty: not known
  int repetitions_accepted = 0, repetitions_total = 0;
  std::vector<int> repetitions;                                     // numbers of the accepted ones
  std::vector<double> parallel_repetitions_s, serial_repetitions_s; // T_p and T_s in each of them
  RunCounts serial_counts, parallel_counts;                         // of the plain programs
  RunCounts one_counts; // of the plain OpenMP program on one thread, where it is the reference
  RunCounts instrumented_counts;          // of the instrumented program on p threads
  std::optional<PairingCoverage> pairing; // absent: no serial program with probes
  std::vector<Advice> advice;             // largest gain first
  double mean_threads_in_regions = 0;
  /// Thread time in which the reference, started with one thread, had further ones in its regions:
  /// T_s lacks as much. 0 with a serial program.
  double reference_further_threads_s = 0;
  double serial_fraction = 0; // S_p / T_s
  double speedup_limit = 0;   // T_s / S_p; 0: unlimited, or not known (isLimitKnown)
  bool cut_off = false;       // the program died: a table of what was measured
  double foreign_regions = 0; // forked by threads of the program's own: in no line
  /// CPU time of threads that took part in no measured region, in the instrumented run: in no line.
  /// 0: none, not known, or so little that serial code is what it seems.
  double other_threads_s = 0;
  /// Wall-clock share, at least, in which threads slept in what counts as work: locks that are not
  /// OpenMP's, input, output. Sleep on one thread does not count. 0: none, or not known.
  double asleep_s = 0;
  std::optional<RunCpuWaits> cpu_waits; // absent: the system does not tell
  std::optional<JobFigures> job;        // absent: no job, or its messages were not recorded
  std::vector<Note> notes;              // about this table
};

struct RunSummary {
  std::string
      role; // "serial", "parallel", "instrumented", "serial_instrumented", "ignored", "null"
  int threads = 0;
  std::string command;
  std::string compiler; // compile command line, if Tare built it
  int count = 0;
  double wall_s = 0; // mean of the window, without the slowest two fifths
  int ranks = 0;     // as RunSize
};

/// A construct that a plan left without probes.
struct UnprobedConstruct {
  std::string id, kind; // as in ConstructLines
  std::string file;
  int line = 0;
  std::string directive;
  std::string reason;
  /// Id of the construct that its time is part of; of tasks, the region whose waits they run in.
  /// Empty: whatever calls its function (of tasks: any region).
  std::string around;
  bool serial = false; // a statement of serial code: its time is serial as before
};

/// Functions with parallel regions that are in no node table, so they were compiled without Tare.
/// No functions: the file forks, and has no names.
struct UnseenRegions {
  std::string object; // file, without its folder
  std::vector<std::string> functions;
};

/// A parallel region that the instrumenter could not give probes to: where it runs, its time is
/// serial code in the tables.
struct LeftAloneRegion {
  std::string file;
  int line = 0;
  std::string reason; // "inside a coroutine"
};

/// A directive without probes that no plan left out.
struct LeftAloneDirective {
  std::string file;
  int line = 0;
  std::string directive; // "simd"
  std::string reason;
};

struct Ledger {
  std::string program;
  std::string predicted; // the scenario that its runs are predicted for; empty: they were measured
  bool same_ranks = false; // a job is compared with as many ranks of one thread each
  std::string reference;   // "serial", "omp_1", "none"
  std::string started_utc; // 2026-11-28T16:32:16Z: the first run began; empty: not known
  Machine machine;
  Settings settings;
  OpenMPRuntime openmp_runtime;
  ProgramBuild build;
  std::vector<RunSummary> runs;
  std::vector<Table> tables;
  std::vector<Note> warnings;     // about the experiment as a whole
  std::optional<Outputs> outputs; // absent: not known
  /// Seconds in which the reference on one thread neither computed nor waited for a core. 0: a
  /// small part of its time, or not known.
  double idle_s = 0;
  /// Absolute; the folder that places are relative to. Empty: the one that the experiment was
  /// started in.
  std::string source_root;
  /// File as constructs name it -> FNV-1a of its measured text, hexadecimal. Empty: not known.
  std::map<std::string, std::string> sources;
  /// Constructs as the compiler saw them: instrumented + left alone = all.
  struct Coverage {
    int seen = 0, measured = 0, counted = 0, outside = 0, left_alone = 0;
    std::map<std::string, int> reasons; // why outside or left alone -> constructs
    std::vector<std::string> units_not_measured;
    /// The instrumented unit that defines main; "": none of them does. Absent: not known.
    std::optional<std::string> main_unit;
    /// Left out by a plan. They are part of left_alone, except for halves of `parallel for` and the
    /// like.
    std::vector<UnprobedConstruct> unprobed;
    std::vector<LeftAloneRegion> left_alone_regions; // in order of file and line
    /// Those of left_alone that no plan left out, in order of file and line.
    std::vector<LeftAloneDirective> left_alone_directives;
    /// Where they run, their time is serial code in the tables. Only known right after the runs.
    std::vector<UnseenRegions> unseen_regions;
  } coverage;
};

} // namespace tare
