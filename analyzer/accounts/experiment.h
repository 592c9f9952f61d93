// SPDX-License-Identifier: Apache-2.0
// What accounts get: the runs of one experiment, as values. The driver fills it from a results
// folder; tests fill it by hand.
#pragma once

#include "analyzer/books/rewriting.h"
#include "analyzer/cost/observed_cost.h"
#include "analyzer/jobs/job_probes.h"
#include "analyzer/ledger/ledger.h"
#include "analyzer/ledger/run_size.h"
#include "analyzer/teams/teams.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tare {

/// A plain run: only its window is known.
struct PlainRun {
  Ticks ticks = 0;
  double runq_s = 0;
  RunCounts counts;
};

/// An instrumented run. `runq_s`, `cpu_s` and `counts` are of the whole process, or job.
struct InstrumentedRun {
  std::shared_ptr<const Profile> profile;
  double runq_s = 0;
  double cpu_s = 0; // 0: not known
  RunCounts counts;
  /// Of a profile in approximated time (analyzer/perturbation): what the window was as measured,
  /// and what its probes should have taken but cannot. 0: the profile is as it was measured.
  Ticks measured_window = 0, unfounded = 0;
  ObservedCost observed;  // of its probes
  double lock_probes = 0; // ticks that probes of locks typically take, a part of `observed`
  double set_up = 0;      // of its profile, wall-clock ticks; only of one in approximated time
  /// The same run as measured, where its probes took enough to make the approximation doubtful.
  std::shared_ptr<const Profile> measured;
  /// Of `profile`, and of `measured`. Null: whoever needs them makes them.
  std::shared_ptr<const Teams> teams;
  /// Of a job: its other ranks. All else but the sums above is then of one rank, which executed
  /// most regions.
  std::vector<InstrumentedRun> others;
  int rank = 0;
  /// Of a rank: its time in MPI, and the same as it was measured. Null: it was not recorded.
  std::shared_ptr<const RankRows> mpi, mpi_measured;
  /// The same if messages for which nobody waited took nothing, and if they took all the time until
  /// their receive. Empty: no probes were taken out.
  std::vector<std::shared_ptr<const RankRows>> mpi_bounds;
  std::shared_ptr<const RankProbeTimes> probe_times; // of a rank in approximated time
  std::shared_ptr<const JobRows> job;            // of a job, likewise
  Ticks before = 0;                              // of a rank: the job's time before its window
};

/// Calls each(rank) for every rank of a job, or for the process.
template <class Run, class Each> void forEachRank(Run &run, Each each) {
  each(run);
  for (auto &other : run.others)
    each(other);
}

/// Its teams; made here if nobody has made them.
inline std::shared_ptr<const Teams> teamsOf(const InstrumentedRun &run) {
  return run.teams ? run.teams : std::make_shared<const Teams>(*run.profile);
}

/// InstrumentedRun::lock_probes of all ranks.
inline double lockProbesOf(const InstrumentedRun &run) {
  double sum = 0;
  forEachRank(run, [&](const InstrumentedRun &rank) { sum += rank.lock_probes; });
  return sum;
}

/// The runs for one p that were made together, interleaved with the others.
struct Repetition {
  int number = 0;    // in the experiment; 0: not known
  int threads = 0;   // p; in a job, of all its ranks
  int ranks = 0;     // as RunSize
  RunSize reference; // of `one`: one thread in all, or in each rank
  /// Numbers of the runs that other repetitions may share: the serial program's, without pragmas,
  /// with probes, and the one on one thread; 0: none. Empty: nothing is shared.
  std::vector<int> shared_runs;
  std::optional<PlainRun> serial;   // absent: reference omp_1 or none
  std::optional<PlainRun> parallel; // plain, p threads; absent: own cost unknown
  /// The OpenMP program, plain, 1 thread: T_s without a serial one. Absent: T_s is that of `one`.
  std::optional<PlainRun> plain_one;
  /// What rewriting the source did to the program on p threads, and on one. Absent: not known.
  std::optional<Rewriting> rewriting, rewriting_one;
  /// The OpenMP source compiled with its pragmas ignored, plain: tells what was written differently
  /// from what the compiler does differently. Absent: not built. Where one source makes both
  /// programs it is the serial program, and the same run.
  std::optional<PlainRun> ignored;
  /// The serial program with probes at its counterparts: W_s and S_s. Absent: not built.
  std::optional<InstrumentedRun> serial_instrumented;
  /// Instrumented, 1 thread. Absent: no reference, or it executes no region; the work of the run
  /// with p threads stands for it, and T_s is that of `serial`, if there is one.
  std::optional<InstrumentedRun> one;
  InstrumentedRun instrumented; // p threads
  /// Where a plan left constructs without probes: runs with all of them, made first, p threads and
  /// one. Absent: no plan, or nobody ran them.
  std::optional<InstrumentedRun> pilot, pilot_one;
  bool accepted = true; // by the noise gates
  std::string rejected_because;

  RunSize size() const { return {threads, ranks}; }
};

/// What a call is called: file and address in it -> where it stands, then, if that function was
/// inlined, where it was. Calls that it lacks are shown by their address.
using CallNames = std::map<std::pair<std::string, uint64_t>, std::vector<CallPlace>>;

struct Experiment {
  std::string program;
  std::string reference;    // "serial", "omp_1", "none"
  bool same_ranks = false;  // as Ledger has it
  bool same_source = false; // the serial and the OpenMP program are one source, built twice
  std::string started_utc;  // as in Ledger
  Machine machine;
  std::vector<RunSummary> runs;
  std::vector<Repetition> repetitions; // any number for each p
  std::vector<Note> warnings;
  /// How much longer the instrumented runs took corrects what the probes are said to cost.
  bool costs_from_runs = true;
  std::string source_root;  // paths in the ledger are relative to it
  std::string foreign_root; // as Ledger::source_root
  Settings settings;
  OpenMPRuntime openmp_runtime;
  ProgramBuild build;
  CallNames call_names;
  std::vector<UnseenRegions> unseen_regions;
  double idle_s = 0; // as in Ledger
};

} // namespace tare
