// SPDX-License-Identifier: Apache-2.0
// One closed repetition: every overhead in ticks of thread time, of the whole and at each node.
//
//   closeRepetition -> [account] -> tables
#pragma once

#include "analyzer/accounts/inside_loop.h"
#include "analyzer/books/atomics.h"
#include "analyzer/books/rewriting.h"
#include "analyzer/cost/observed_cost.h"
#include "analyzer/ledger/ledger.h"
#include "analyzer/notes/note.h"
#include "analyzer/overheads/overhead.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tare {

/// A construct's computation in the three programs, and how its serial counterpart was found.
struct CounterpartWork {
  Ticks serial = 0, one = 0, many = 0;
  uint64_t executions_one = 0, executions_many = 0; // what threads repeat counts once
  std::string counterpart_by; // of itself or the construct around it; empty: none
  bool not_on_one = false;    // it was not executed on one thread
  AtomicsIn atomics;
};

/// By how much lines move when something is taken out of a run: per overhead, of the whole and of
/// each node. Empty: nothing is, or it is too little to tell.
struct LineShift {
  std::vector<Ticks> totals;
  std::map<int, std::vector<Ticks>> at;
  UnidentifiedTicks unidentified;
};

/// What a budget left out of the p-thread run: executions of regions of the initial thread that lay
/// in no other region.
struct Thinning {
  double budget = 0; // asked for: share of the threads' time that probes may take; 0: none
  uint64_t skipped = 0, regions = 0; // of them; all that were executed
  Ticks skipped_span = 0, span = 0;  // time of the initial thread
  double measured_part = 0;          // of the executions of regions that were left out at all
  /// Regions whose skipped instances have no measured instance to stand for them, or only one: then
  /// no error is known.
  struct Lonely {
    std::string place; // "x.c:7"
    uint64_t skipped = 0;
    bool any = false;           // one execution was measured; else none
    bool of_one_thread = false; // in the run on one thread
  };
  std::vector<Lonely> lonely;
};

/// A closed repetition. Thread time in ticks; divide by p and the tick rate for the table.
struct RepetitionAccount {
  int threads = 0;
  std::vector<int> shared_runs; // as Repetition's
  double ticks_per_second = 0;
  uint64_t foreign_regions = 0; // of threads beside the initial one
  double other_cpu_s = 0;       // of threads that took part in no measured region
  double asleep_s = 0;    // thread time asleep in what counts as work, beyond that on one thread
  Ticks serial = 0;       // T_s
  Ticks parallel = 0;     // T_p: plain if it was run, else instrumented less set-up
  Ticks instrumented = 0; // window as measured, set-up included
  std::optional<Rewriting> rewriting; // as Repetition has it
  /// What was taken out of it: set-up, and in approximated time the probes. Unfounded: what the
  /// costs of the probes claim beyond that, thread time.
  Ticks removed = 0, unfounded = 0;
  bool approximated = false;
  ObservedCost observed; // of the probes, thread time
  double set_up = 0;     // of the profile, wall-clock time
  /// Effect of removing the probes' costs: from the p-thread run alone, and from both runs.
  LineShift shift, shift_of_both;
  /// If half a band of Rewriting more were taken out of the p-thread run (p = 1: of both); if its
  /// waits for locks were shorter by all that probes may have made of them.
  LineShift rewriting_shift, lock_shift;
  /// By how much the costs, and what a pilot run told, may be wrong moves a line: per overhead, of
  /// the whole and of each node.
  std::vector<Ticks> doubt;
  std::map<int, std::vector<Ticks>> doubt_at;
  Thinning thinning;
  /// Standard error of each line where measured instances of regions stand for others: likewise.
  std::vector<Ticks> sampling;
  std::map<int, std::vector<Ticks>> sampling_at;
  Ticks told_by_pilot = 0; // thread time of constructs without probes, as a pilot run divides it
  Ticks serial_part = 0; // S_p + Y_S; of a run that is its own reference S_p, as its T_s has no Y_S
  bool has_plain = false;
  std::vector<Ticks> totals;            // per overhead, order of allOverheads()
  /// The same with the probes in it, and without them as they were calibrated: before the plain runs
  /// decided (anchor). Empty: as `totals`.
  std::vector<Ticks> with_probes, calibrated;
  std::map<int, std::vector<Ticks>> at; // node key -> per overhead
  std::map<int, Ticks> area;            // node key -> its part of p*T: serial code p times
  std::map<int, uint64_t> instances;    // node key -> times met by a team
  struct Counted {
    uint64_t entries = 0, iterations = 0, acquisitions = 0;
    auto operator<=>(const Counted &) const = default;
  };
  std::map<int, Counted> counts;        // node key -> as ConstructCounts has them
  std::map<int, uint64_t> iterations;   // node key of a worksharing loop -> counted, all threads
  struct Lock {
    Ticks held = 0; // thread time
    uint64_t acquisitions = 0, contended = 0;
  };
  std::map<int, Lock> locks; // node key -> its life beside its waits
  /// Node key -> how long its threads waited for a CPU, in the run on one thread and on p threads.
  struct CpuWait {
    Ticks one = 0, many = 0;
  };
  std::map<int, CpuWait> cpu_waits;
  RunCpuWaits run_cpu_waits;
  std::map<int, Ticks> lack_of_tasks;  // node key -> I, a part of its partially parallelised code
  std::map<int, CounterpartWork> work; // node key -> W_s, W_1, W_p
  std::vector<bool> applies;           // per overhead: whether these runs tell it
  struct Path {
    uint64_t regions = 0; // executions; estimated from those that a sampled log has kept
    Ticks span = 0;       // wall clock in them; likewise
    std::set<int> region_keys;
    std::vector<Ticks> totals; // per overhead: at nodes that were reached through it
  };
  std::map<int, Path> paths; // number of the call path -> what it has of `at`
  UnidentifiedTicks unidentified;
  bool has_serial_program = false; // the serial program with probes was run
  Ticks serial_program = 0;        // its time without set-up
  double serial_probes = 0;        // what its probes take at most, ticks; 0: not known
  Ticks unpaired_work = 0;         // W_1 of constructs without a counterpart
  FoldersApart files_apart;        // why they may be
  InsideLoops loops;
  double mean_threads_in_regions = 0;
  /// Thread time of further threads in the run on one thread, where that run is the reference.
  Ticks reference_further_threads = 0;
  bool cut_off = false;
  std::vector<Note> notes;
};

/// Wall-clock share in seconds of an amount of thread time.
inline double share(const RepetitionAccount &account, Ticks thread_time) {
  return static_cast<double>(thread_time) / account.threads / account.ticks_per_second;
}
inline double seconds(const RepetitionAccount &account, Ticks time) {
  return static_cast<double>(time) / account.ticks_per_second;
}

/// How much longer the worst run of each repetition took than the quickest of the same program: 1
/// in a repetition with the quickest runs of all.
std::vector<double> disturbances(const std::vector<RepetitionAccount> &accounts);

/// RepetitionAccount::shared_runs of each; none where one of them does not know.
std::vector<std::vector<int>> sharedRuns(const std::vector<RepetitionAccount> &accounts);

} // namespace tare
