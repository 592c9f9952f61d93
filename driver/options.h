// SPDX-License-Identifier: Apache-2.0
// The command line as data.
#pragma once

#include "base/result.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tare {

/// Exit statuses that scripts rely on. The wrapper (`tare cc`) returns the compiler's own.
enum ExitStatus {
  exit_ok = 0,
  exit_gate_failed = 1,
  exit_usage = 2,
  exit_build_failed = 3,
  exit_program_failed = 4,
  exit_inconclusive = 5,
  exit_unreliable = 6,
  exit_timeout = 124,
};

/// --dry-run: nothing is run.
struct DryRunOptions {
  bool wanted = false;
  std::string from; // results of an earlier experiment that tell frequencies and times; or empty
  bool threads_given = false, top_given = false;
};

/// What `overheads` and `run` have in common.
struct ExperimentOptions {
  std::vector<int> threads; // sorted; the default is one and as many as there are cores
  std::vector<int> ranks;   // of a job, sorted; empty: one process
  bool same_ranks = false;  // a job is compared with as many ranks of one thread each
  int repeat = 0;           // repetitions; 0: until the bands are narrow, or it takes too long
  double precision = 0;     // half of a band of T_s and T_p that is narrow enough; 0: the usual
  bool quick = false;       // as few runs as a table needs
  std::string resume;       // results of an experiment that was interrupted, to go on with
  double timeout_s = 0;     // per run; 0: none
  int status = 0;           // exit status of a run that did not fail
  double budget = 0;        // part of the threads' time that probes may take; 0: any
  std::string output;       // results base; empty: TARE_OUTPUT_DIR or tare-results
  std::string json;         // also write the ledger here
  std::string archive;      // also keep it in this archive; "usual": the usual one; empty: none
  bool null = false;        // null runs (results/rewriting_of.h), whatever is unexplained
  bool redact = false;      // keep and show no arguments, values of macros, host and user names
  bool no_compare = false;  // of what the programs print
  bool check = false;       // a difference ends the experiment
  /// --check, but numbers may differ by so much of the larger one; absent: by the usual.
  std::optional<double> check_tolerance;
  std::string check_ignore; // but not lines that hold a match of this regular expression
  bool quiet = false;
  bool full = false;                             // print all of the table, not the short report
  int top = 5;                                   // constructs shown in it
  std::map<std::string, std::string> parameters; // --param n=1100
  DryRunOptions dry_run;
};

/// Programs that Tare builds itself.
struct OverheadsOptions {
  ExperimentOptions experiment;
  std::string source;           // one source built twice
  std::string serial, parallel; // or two sources
  std::string compiler;         // $CC, else clang-19, another clang, cc
  std::string cflags = "-O2", ldflags;
  bool events = false; // tasks and locks tell what happens when, for tare whatif
  std::vector<std::string> program_arguments; // after --
};

/// The experiment's own budget and dry run are not used here.
struct SearchOptions {
  OverheadsOptions program; // `threads` has one number; 0: as many as there are cores
  double budget = 0.05;     // share of the threads' time that probes may take
  double least = 0.02;      // share of T_p that makes a place worth asking
  int steps = 20;           // at most
  bool pilot = false;       // count everything in one run first
  std::string resume;       // results folder of a search that was interrupted
};

/// Programs that are built already.
struct RunOptions {
  ExperimentOptions experiment;
  std::string serial, parallel, instrumented; // commands; {threads} and {ranks} are replaced
  std::string serial_instrumented, ignored;   // they refine the serial reference
  std::string pilot_from; // results whose pilot runs stand for what a plan left out; or empty
};

/// The sources that were run, or what has become of them.
struct SourceOptions {
  std::string folder;   // empty: the tables that were measured with will do
  std::string compiler; // $CC, else one of the kind that built the program
  std::string cflags;   // for all units, in place of other compile commands
  bool has_cflags = false;
};

/// Earlier results.
struct ReportOptions {
  std::string results;         // folder, or a ledger JSON; empty: the latest of the usual folder
  bool full = false;           // all of the table, not the short report
  bool notes = false;          // what to beware of, alone
  std::string format = "text"; // text, json, markdown, csv
  std::string by; // program, function, construct, path; empty: the program, then its constructs
  std::string at; // FILE:LINE[-LINE] or a function: that part alone; empty: all
  std::optional<int> top;  // parts shown; none: 5 for people, all in csv
  SourceOptions sources;   // what the node tables are made anew from
  bool raw = false;        // times as measured, the probes' own cost in them
  bool calibrated = false; // the probes' cost by calibration alone, without the plain runs
  bool redact = false;     // show no arguments, values of macros, host and user names
  std::string source_root; // of a page: the folder of the sources; empty: as the results say
  bool no_source = false;  // of a page: without lines of the sources
  std::string whatif;      // of a page: file with answers of tare whatif; empty: asked now
  bool no_whatif = false;  // of a page: without answers
  std::vector<std::string> models; // of a page: results that models are made of
  std::string model_template;      // of these: terms that are known; empty: none
};

/// A question about earlier results: what would change if. A P is FILE:LINE[-LINE], a function or
/// the id of a construct.
struct WhatifOptions {
  std::string results;               // folder; empty: the latest of the usual folder
  std::vector<int> threads;          // one answer for each; empty: as measured
  double cores = 0;                  // 0: as measured
  std::string places;                // "cores": threads stay where they are; empty: they do not
  std::string wait_policy;           // active, passive; empty: as measured
  std::vector<std::string> schedule; // P=KIND[,CHUNK]
  std::vector<std::string> faster, split_lock, shorter_lock, bigger_tasks, cutoff;     // P=NUMBER
  std::vector<std::string> free, balanced, without_lock, nowait, parallel, one_region; // P
  /// Of jobs of ranks; `cores` are those of a node then. Empty: as measured.
  std::string network, from_network, placement, receives, waiting_ranks;
  int from = 0;            // threads of the measured runs that it starts from; 0: any
  bool full = false;       // all of the predicted table
  std::string json, table; // files: the forecast, the predicted table; empty: none
  bool verify = false;     // run what needs no edit
};

/// Several results of one program, and what is asked of their models.
struct ModelOptions {
  enum Verb { Model, Forecast, Which } verb = Model;
  std::vector<std::string> results;
  std::string user_template, footprint; // sums of terms; empty: none
  std::vector<double> caches;           // bytes, ascending; empty: the machine's
  std::string of, by;                   // rows or a function; "N,threads"
  std::vector<std::string> against;     // results of another version; empty: none
  std::map<std::string, double> at;     // --param
  int threads = 0;                      // 0: the most that were measured
  double efficiency = 0;                // 0: not asked
  bool full = false;
  std::string json, table; // files; empty: none
};

/// Functions and constructs at sizes that are never run, from their operations.
struct OperationModelOptions {
  std::string sources;                                        // --operations: "a.c,b.c"
  std::string function;                                       // empty: all
  std::map<std::string, std::vector<std::string>> parameters; // values of each size
  std::vector<int> threads;                                   // ascending
  std::string compiler = "gcc", flags = "-O2";                // as the primitives have them
  std::string machine, archive; // whose primitives; empty: of this one, the usual archive
  std::map<std::string, double> array_bytes;
  std::string rescale; // a measured point; empty: none
  std::string format = "text";
  std::vector<std::string> source_flags; // after --
};

/// Kernels of a program: how much each affects the time of the next.
struct CouplingOptions {
  std::vector<std::string> kernels; // --couple
  OverheadsOptions program;         // its source, or none if it is built already
  std::string built, counted;       // built by tare cc --couple; `counted` may be empty
  int pass = 2;                     // of the loop, before which the kernels are repeated
  double seconds = 5;               // of repetitions in each run
  bool alone = false;               // no pairs
};

/// A loop over kernels at a size that was not measured.
struct ComposeOptions {
  std::vector<std::string> results;
  std::map<std::string, double> at; // --param
  int threads = 0;                  // 0: the most that were measured
  int passes = 0;                   // 0: as measured
  std::vector<std::string> order;   // of kernels in a pass; empty: as measured
  std::string user_template, json;  // empty: none
};

/// A program that runs.
struct FollowOptions {
  std::string target;               // PID or folder; empty: `command`
  std::vector<std::string> command; // after --
  std::vector<int> threads;         // to be predicted
  std::vector<double> cores;
  double every_s = 1;
  bool json = false;
};

/// Two earlier results.
struct DiffOptions {
  std::string base, head;                     // as for report
  std::string base_name = {}, head_name = {}; // what they are called; empty: as base and head
  std::string format = "text";                // text, json, markdown, html, sarif, gitlab
  std::vector<std::string> fail_on = {};      // gates
  double least_effect = 5;                    // no gate fails on less, in % of T_p
  std::string rerun = {};                     // command that measures {side} again, into {output}
  bool force = false;                         // compare other machines and settings
  std::string source_root = {};               // html: of both sides; empty: what the results name
  std::string base_source_root = {};          // html: of BASE; empty: as HEAD's
  bool no_source = false;                     // html
};

/// Node trees, or with `serial` pairs of constructs.
struct NodesOptions {
  std::string input;       // x.c | x.o | BINARY; several sources of one program: a.c,b.c
  std::string serial;      // the same of a serial program: print pairs instead of trees
  bool operations = false; // print what functions and constructs do
  bool by_loop = false;    // what each loop of them does itself
  std::map<std::string, std::string> parameters; // sizes to evaluate that for
  std::string format = "text";                   // for pairs and operations: text, json
  std::vector<std::string> compiler_flags;       // after --
};

/// The instrumented text of one source.
struct InstrumentOptions {
  std::string source;
  std::string compiler;
  std::string plan;                        // what gets no probes
  std::vector<std::string> compiler_flags; // after --
};

struct DoctorOptions {
  std::string build_folder; // empty: the machine only
};

struct CleanOptions {
  std::string folder; // empty: the usual one
  int keep = 3;       // newest experiments that stay
  bool unfinished = false;
  bool dry_run = false;
};

struct CalibrateOptions {
  std::vector<int> threads; // empty: 1 and as many as there are cores
  std::string runtime;      // libgomp, libomp; empty: those that are installed
  bool machine = false;     // what threads take to meet, and what they share
  std::vector<int> cores;   // of --machine; empty: the usual, or all if there are threads
  bool primitives = false;  // what operations cost in loops of known shape
  std::string compiler;     // of --primitives; empty: gcc
  std::string flags;        // of --primitives; empty: -O2
  bool network = false;     // what messages take between ranks of MPI
  std::string launch;       // of --network; empty: mpirun -n 2
  std::string output;       // of --network: a file for another user; empty: none
  bool again = false;       // measure even if there is a calibration
  bool json = false;
  std::string archive; // of --primitives: where they are kept as well; empty: nowhere
};

struct CompileOptions {             // tare cc ...
  std::vector<std::string> command; // compiler and its arguments, untouched
  bool serial_program = false;      // --role serial
  bool ignored = false;             // --role ignored
  std::string parallel;             // --parallel: objects or programs of the parallel one, a,b
  std::string plan;                 // --plan: what gets no probes
  std::string couple;               // --couple: functions whose calls are rewritten, a,b
  bool events = false;              // --events: tasks and locks tell what happens when
  bool from_shim = false;           // called by the compiler's own name, through tare shim
  bool of_words = false;            // called as `tare cc COMPILER`, not by a one-word name
};

/// Many ledgers in one place (`tare archive`).
struct ArchiveOptions {
  std::vector<std::string> arguments; // behind `tare archive`, as typed
  std::string action;                 // add, list, show, ...
  std::vector<std::string> words;     // of the action
  std::string archive;                // file or postgresql://...; empty: the usual one
  std::string application, version, commit, date, format; // of what is added
  std::vector<std::string> parameters;                    // NAME=VALUE, NAME=LEAST..MOST
  std::optional<int> threads;
  std::string row, construct, since, machine, reason;
  std::string sql;    // one SELECT in place of all of these
  std::string json;   // file; -: stdout, alone
  std::string output; // folder for files of other tools
  bool csv = false, latest = false, as_owner = false;
  std::string listen,
      tokens;              // serve: address, empty: the loopback's; file, empty: beside the archive
  int tables = 50;         // pages: reports of so many
  int port = 8273;         // serve; 0: any that is free
  bool is_private = false; // serve: reading needs a token
  bool full = false, notes = false; // show: as ReportOptions
};

struct ShimOptions {
  std::string folder; // for links named like the compilers
};

/// Help or a usage error, to be printed in place of a verb.
struct HelpShown {
  std::string text;
  bool to_stderr = false;
  int status = exit_ok;
};

using Options =
    std::variant<OverheadsOptions, SearchOptions, RunOptions, ReportOptions, DiffOptions,
                 NodesOptions, InstrumentOptions, DoctorOptions, CalibrateOptions, CleanOptions,
                 CompileOptions, ShimOptions, WhatifOptions, FollowOptions, ArchiveOptions,
                 ModelOptions, CouplingOptions, ComposeOptions, OperationModelOptions, HelpShown>;

/// argv -> Options. `--` is cut here, before CLI11 sees it. Tare called as tare-clang,
/// tare-clang++, tare-gcc or tare-g++ is `tare cc <that compiler>`, and so is Tare called like a
/// compiler itself.
Options parseOptions(const std::vector<std::string> &argv);

} // namespace tare
