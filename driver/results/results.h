// SPDX-License-Identifier: Apache-2.0
// The results folder of one experiment, and its manifest: written after every run, so that an
// interrupted experiment loses nothing that was measured.
//
//   <results>/manifest.json     what was asked, where, and every run so far
//   <results>/runs/<nnn>/       one run: stdout, stderr, window.<pid>, profile folder
//   <results>/pilot/runs/<nnn>/ the same of the runs that a budget was planned by
//   <results>/build/            programs that Tare built (`overheads` only)
//   <results>/calls.json        names of the calls in call paths, regions that Tare did not build
//   <results>/probe_costs.json  what the probes take on this machine, of each p
//   <results>/ledger.json       the table, tare.overheads/1
//   <results>/timeline.json     for whom threads waited in single executions, tare.timeline/1
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/ledger/run_size.h"
#include "base/result.h"
#include "driver/results/probe_scale.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// Times of instrumented runs: without the cost of probes, by calibration and the plain runs
/// (Approximated) or by calibration alone (Calibrated); or as they were measured.
enum class Times { Approximated, Calibrated, Measured };

/// What one rank of a job left behind (docs/explanation/jobs.md).
struct RankRecord {
  int rank = 0;
  std::string host;
  int64_t begin_tick = 0;   // of its window, on its host's clock; 0: not known
  int64_t window_ticks = 0; // 0: it has no window
  std::string profile;      // as RunRecord::profile; empty: it executed no region
  std::string messages;     // its message file, likewise; empty: none
};

struct RunRecord {
  int number = 0;
  int repetition = 0;
  std::string role; // see schedule.h
  int threads = 0;  // of all ranks together
  int ranks = 0;    // as RunSize
  std::vector<std::string> argv;
  int exit_status = 0, expected_status = 0; // the run failed if they differ
  int signal = 0;
  bool timed_out = false;
  double wall_s = 0;         // process, by the runner
  double cpu_s = 0;          // user and system time of it and its children; 0: not known
  double window_cpu_s = 0;   // of the process alone, within its window; 0: not known
  int64_t window_ticks = 0;  // 0: no window (static program): see window_source
  std::string window_source; // "window", "profile", "process"
  double runq_s = 0;
  int threads_alive = 0; // at the window's end; 0: not known
  RunCounts counts;
  double foreign_cpu_s = 0;                        // CPU time of other processes during the run
  double register_probe_s = 0, memory_probe_s = 0; // short probes around the run (noise)
  std::string profile; // path relative to the results folder, or empty; of a job the first rank's
  std::vector<RankRecord> of_ranks; // by rank; empty: no job
  std::string lost;     // of a job that failed: "rank 1 by signal 9 (Killed)"; empty: not known
  std::string accepted; // "yes" or the reason why not
  std::string output;   // OutputStatus of what it printed; empty: the reference, or not compared

  RunSize size() const { return {threads, ranks}; }
};

struct Manifest {
  std::string program;
  std::string reference;
  std::string started_utc;
  std::vector<std::string> command_line;                 // tare's own
  std::map<std::string, std::string> commands;           // role -> command as typed
  std::map<std::string, std::string> compile;            // role -> compile command line
  std::map<std::string, std::string> parameters;         // --param name=value
  std::map<std::string, std::string> environment;        // OMP_*, KMP_*, GOMP_*, TARE_* only
  std::map<std::string, std::string> probed_environment; // what runs with probes got beside it
  std::map<std::string, std::string> sources;            // relative path -> FNV-1a hex of the text
  bool same_source = false; // the serial and the OpenMP program are one source
  std::vector<std::string>
      missing_roles; // roles that could not be run; the table does without them
  /// What has to be the same when it goes on after an interruption (driver/resume.h).
  std::map<std::string, std::string> identity;
  std::vector<int> threads;  // of a process
  std::vector<int> ranks;    // of jobs; empty: one process
  bool same_ranks = false;   // jobs are compared with as many ranks of one thread each
  int repeat = 0;            // repetitions of everything, if time allows
  bool repeat_given = false; // exactly so many, because the user said so
  double precision = 0;      // that the user asked for: half a band of T_s and T_p; 0: the usual
  bool quick = false;        // as few runs as a table needs
  int null_from = 0;   // repetitions from this one on are null runs (schedule.h); 0: there are none
  bool compare = true; // what the programs print
  bool check = false;  // a difference ends the experiment
  bool ended = true;   // all that was to be run was run, or given up for noise
  bool interrupted = false; // by a signal to Tare, during its last run
  bool redacted = false;    // written without what redaction.h takes out
  std::string check_ignore; // regular expression: lines that are not compared; empty: none
  /// Share of a number by which another may differ from it; absent: the usual.
  std::optional<double> check_tolerance;
  std::optional<Outputs> outputs; // once all was run; absent: not known
  /// p -> what the probes were expected to take (OwnCost::predicted_s), where that was predicted.
  std::map<int, double> predicted_s;
  std::string source_root; // absolute; the folder that places are relative to
  std::string started_in;  // absolute; empty: not known
  Machine machine;
  OpenMPRuntime openmp_runtime; // of the OpenMP program's runs; no name: not known
  ProgramBuild build;           // of the OpenMP program
  std::vector<RunRecord> runs;
  /// Instrumented runs with all probes, in pilot/, made before a plan left constructs without.
  std::vector<RunRecord> pilots;
  std::vector<std::string> warnings;

  std::vector<RunSize> sizes() const { return runSizes(threads, ranks); }
};

/// Makes tare-<program>-<UTC>-<host>-<pid> under `base` (0700, .gitignore of *), without the host
/// if `redacted`. Never reuses one.
Result<std::string> makeResultsFolder(const std::string &base, const std::string &program,
                                      bool redacted = false);

/// Without what redaction.h takes out, if it says so.
Result<void> writeManifest(const std::string &folder, const Manifest &manifest);
/// Untrusted input: sizes, types and paths (no "..", not absolute) are checked.
Result<Manifest> readManifest(const std::string &folder);

class NodeRenewal;

/// manifest + profiles -> accounts -> ledger; what `tare report` and the end of an experiment do.
/// With the costs of the probes, and the names of calls, that were kept then. `renewal`: node
/// tables come from the sources; null: from the profiles.
Result<Ledger> ledgerOf(const std::string &folder, Times times = Times::Approximated,
                        NodeRenewal *renewal = nullptr);
/// Right after the runs, on the same machine: the calibrator is asked for the costs, names of calls
/// are looked up in the programs, and both are kept.
Result<Ledger> ledgerOfRun(const std::string &folder, const ProbeScale::Calibrator &calibrate);

} // namespace tare
