// SPDX-License-Identifier: Apache-2.0
// Work that the serial program does not do, the machine, and our own figures.
#include "analyzer/advice/rule.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/slowed_code.h"
#include "analyzer/ledger/teams.h"
#include "base/lists.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

bool always(const Situation &) { return true; }

bool takesTurns(const Situation &s) { return sharesCores(s.table, s.ledger.machine); }

/// The subject of a sentence: how many threads share the cores.
std::string teamText(const Situation &s) {
  if (!makesOwnTeams(s.table))
    return std::to_string(s.table.threads) + " threads";
  return "the program's own teams, of " + ratioText(s.table.mean_threads_in_regions) +
         " threads on average,";
}

/// Its own threads beside its teams had half as much CPU time as those waited for cores, or more.
bool sharesWithOthers(const Situation &s) {
  double waited = withoutCoreSeconds(s.table) * s.table.threads;
  return s.table.other_threads_s > 0 && s.table.other_threads_s >= waited / 2;
}

std::string othersText(const Situation &s) {
  return "threads of this program that execute no measured region (a library's, such as those of a "
         "BLAS) had " +
         timeText(s.table.other_threads_s) +
         " of CPU time and share the cores with its teams, which wait actively: try "
         "OMP_WAIT_POLICY=passive, or a single thread for that library "
         "(OPENBLAS_NUM_THREADS=1, MKL_NUM_THREADS=1)";
}

/// Behind "threads were without a core for 5 ms, and ...: "
std::string cureText(const Situation &s) {
  if (takesTurns(s))
    return teamText(s) + " share " + countText(s.ledger.machine.cores) +
           " cores: use no more threads than cores before anything else is changed for it.";
  if (sharesWithOthers(s))
    return othersText(s) + ".";
  return "measure again on a quiet machine before anything is changed for it.";
}

/// Whether the plain and the instrumented runs do not agree, which makes most of the line.
bool disagrees(const Situation &s) {
  return ofProgram(s) &&
         std::fabs(s.table.unidentified_parts.agreement_s) > 0.5 * std::fabs(s.line.time.time_s);
}

/// The serial program with probes is slower code, and no construct is known to be the one that the
/// line is about.
bool hasSlowedCounterparts(const Situation &s) {
  constexpr double longer = 1.05;
  return ofProgram(s) && s.table.pairing && s.table.pairing->probed_ratio > longer;
}

std::vector<Rule> workRules() {
  constexpr std::string_view source =
      "Bane and Riley, Overheads Profiler, Table 1: additional computation";
  return {
      {"executed-only-there", category::additional_computation, "executions in the runs",
       [](const Situation &s) {
         return s.construct && s.construct->work && s.construct->work->not_on_one;
       },
       [](const Situation &s) {
         return "it is executed with " + std::to_string(s.table.threads) +
                " threads and not on one: see whether what it prepares for them, or puts together "
                "of what they did, can be less.";
       }},
      {"executed-more", category::additional_computation, source,
       [](const Situation &s) {
         return s.construct && s.construct->work && s.construct->work->executions_ratio > 1.05;
       },
       [](const Situation &s) {
         return "it is executed " + ratioText(s.construct->work->executions_ratio) +
                " times as often as on one thread, and takes as much longer: look what depends on "
                "the number of threads, "
                "such as the order of sums that decides when the program has converged.";
       }},
      {"atomic-computation", category::additional_computation, atomic_construct, hasManyAtomics,
       [](const Situation &s) {
         return atomicsText(s) +
                ", which the serial program has not: a reduction, or a copy for each thread.";
       }},
      slowedCodeRule("probes-slow-more", category::additional_computation),
      {"one-thread-unknown", category::additional_computation, "runs of this experiment",
       [](const Situation &s) { return !knowsOneThread(s); },
       [](const Situation &s) -> std::string {
         return std::string(ofProgram(s)
                                ? "no place: there is no run on one thread to compare each "
                                  "construct with"
                                : "there is no run on one thread to compare it with") +
                ", so work that is slower or repeated on several threads is in here as well: "
                "measure with an input, or settings, with which one thread executes the regions, "
                "too.";
       }},
      busyWorkRule("busy-computation", category::additional_computation),
      {"compare-compilation", category::additional_computation, source, knowsOneThread,
       "on one thread already the OpenMP program does more than the serial one: look for "
       "copies and checks that only it has, and whether the compiler still vectorises "
       "its loops (-fopt-info-vec, -Rpass=loop-vectorize)."},
      slowedCodeRule("probes-slow-code", category::instruction_level),
      busyWorkRule("busy-instructions", category::instruction_level),
      {"atomic-instructions", category::instruction_level, atomic_construct, hasManyAtomics,
       [](const Situation &s) {
         return atomicsText(s) + ", each of them dearer than a plain one even on one thread: a "
                                 "reduction, or a copy for each thread.";
       }},
      {"serial-compiles-otherwise", category::instruction_level, "the two serial programs",
       hasSlowedCounterparts,
       "where is not known, because the serial program compiles to faster code without "
       "probes than with them: look for what its compiler can do because it sees more at "
       "once (malloc and zeroing made calloc, calls inlined, loops merged) and cannot do "
       "over a region."},
      {"compare-instructions", category::instruction_level, source, knowsOneThread,
       "the same source compiles to slower code with OpenMP: variables that are shared "
       "are kept in memory, so copy them into private ones, and compare what is "
       "vectorised (-fopt-info-vec, -Rpass=loop-vectorize)."},
  };
}

std::vector<Rule> machineRules() {
  return {
      {"fewer-threads", category::off_cpu, "OpenMP 5.2, OMP_NUM_THREADS and OMP_WAIT_POLICY",
       takesTurns,
       [](const Situation &s) {
         int cores = s.ledger.machine.cores;
         return teamText(s) + " share " + std::to_string(cores) +
                (cores == 1 ? " core" : " cores") +
                ": use no more threads than cores; if you must, OMP_WAIT_POLICY=passive.";
       }},
      {"library-threads", category::off_cpu, "OpenMP 5.2, OMP_WAIT_POLICY", sharesWithOthers,
       [](const Situation &s) { return othersText(s) + "."; }},
      {"quiet-machine", category::off_cpu, "run-queue delay of this run", always,
       "other programs had the cores meanwhile, or threads of this one beyond its teams: "
       "measure again on a quiet machine."},
      {"broken-off", category::unidentified, "runs of this experiment",
       [](const Situation &s) { return s.table.repetitions_total == 0 && disagrees(s); },
       "the experiment was broken off, so this compares single runs: mend what ended it, "
       "and run it again."},
      {"probes-disturb", category::unidentified, "instrumented against plain runs", disagrees,
       [](const Situation &s) {
         double cost = s.table.own_cost.measured_s;
         return "the instrumented run took " + timeText(std::fabs(cost)) +
                (cost < 0 ? " less" : " more") +
                " than the plain one: constructs may be too short to be weighed one by one, or "
                "the machine was busy (raise --repeat)" +
                (s.table.own_cost.rewriting
                     ? "."
                     : ", or the compiler laid out the rewritten code otherwise (--null tells).");
       }},
      {"left-out-constructs", category::unidentified, "the plan of this run",
       [](const Situation &s) { return !s.ledger.coverage.unprobed.empty(); },
       "the plan left constructs without probes, and what they hide is in here; the last "
       "lines of this report name them."},
      {"unpaired-constructs", category::unidentified, "pairs of the programs' constructs",
       [](const Situation &s) {
         return ofProgram(s) && s.table.unidentified_parts.unpaired_s > 0.5 * s.line.time.time_s;
       },
       "most of it is work of constructs without a twin in the serial program, so nothing "
       "tells how much of it that does as well: `tare nodes PARALLEL --serial SERIAL` "
       "lists them."},
      {"not-on-one-thread", category::unidentified, "executions in the runs",
       [](const Situation &s) {
         return s.construct && s.construct->work && s.ledger.reference != "none" &&
                s.construct->work->not_on_one && s.construct->work->many_s > 0;
       },
       [](const Situation &s) {
         return "it was not executed on one thread, so nothing tells how much of it is overhead: "
                "with " +
                std::to_string(s.table.threads) + " threads the program does something else here.";
       }},
      {"waits-without-log", category::unidentified, "log of this run",
       [](const Situation &s) { return s.construct && s.ledger.coverage.outside == 0; },
       "waits that have no known cause: either something in it has no probes (`tare "
       "nodes` says what, and why), or the log keeps a part of a long run, which a note "
       "below says, and none of these: then a shorter run tells more."},
      {"opaque-constructs", category::unidentified, "coverage of this run", always,
       "no probe can see inside some constructs; the last lines of this report and `tare "
       "nodes` name them."},
  };
}

bool isLoop(const Situation &s) {
  return isKind(s, "for") || isKind(s, "loop") || isKind(s, "taskloop") || isKind(s, "simd");
}

constexpr const char *align_first =
    "the same code may take half as long again at another address, so compile all programs with "
    "-falign-functions=64 and weigh again; if that does not mend it, weigh once";

} // namespace

Rule slowedCodeRule(std::string_view name, std::string_view category) {
  return {
      name, category, "instrumented against plain runs",
      [](const Situation &s) { return isSlowedCode(s.table, tableWith(s.ledger.tables, 1)); },
      [](const Situation &s) {
        return "the program with probes is slower by more than the time that they take, so this is "
               "not the program's: " +
               std::string(buildsAligned(s.ledger.runs) ? "weigh" : align_first) +
               " again with a plan (TARE_PLAN) that leaves the " +
               (isLoop(s) ? "loop" : "construct") +
               " with the short body without probes (it may no longer be unrolled or vectorised); "
               "--budget looks only at the time that probes take.";
      }};
}

Rule busyMachineRule(std::string_view name, std::string_view category) {
  return {name, category, "run-queue delay of this run", mayBeWithoutCore, [](const Situation &s) {
            return "threads were without a core for " + timeText(withoutCoreSeconds(s)) +
                   (ofProgram(s) ? "" : " here") +
                   ", and others may have waited for them meanwhile, which no probe tells "
                   "from the program's own waits: " +
                   cureText(s);
          }};
}

Rule busyWorkRule(std::string_view name, std::string_view category) {
  return {name, category, "run-queue delay of this run", mayBeWithoutCore, [](const Situation &s) {
            return "threads were without a core for " + timeText(withoutCoreSeconds(s)) +
                   (ofProgram(s) ? "" : " here") +
                   ", so others ran on the cores as well, and by what they take of caches, "
                   "memory and clock work is slower beyond that: " +
                   cureText(s);
          }};
}

std::vector<Rule> otherRules() {
  std::vector<Rule> rules = workRules();
  append(rules, machineRules());
  return rules;
}

} // namespace tare
