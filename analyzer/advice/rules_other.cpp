// SPDX-License-Identifier: Apache-2.0
// Work that the serial program does not do, and our own figures.
#include "analyzer/advice/rule.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/slowed_code.h"
#include "base/lists.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// Whether the plain and the instrumented runs do not agree, which makes most of the row.
bool disagrees(const Situation &s) {
  return ofProgram(s) &&
         std::fabs(s.table.unidentified_parts.agreement_s) > 0.5 * std::fabs(s.line.time.time_s);
}

/// The serial program with probes is slower code, and no construct is known to be the one that the
/// row is about.
bool hasSlowedCounterparts(const Situation &s) {
  constexpr double longer = 1.05;
  return ofProgram(s) && s.table.pairing && s.table.pairing->probed_ratio > longer;
}

/// Starting a region is work of the OpenMP program, and on one thread no wait either.
Rule regionsOfOneRule(std::string_view name, std::string_view category) {
  return {name,
          category,
          "teams of this run",
          [](const Situation &s) { return isOfOneThread(s) && isMany(s); },
          [](const Situation &s) { return oneThreadText(s, "so starting it buys nothing"); },
          About::Starts};
}

std::vector<Rule> extraWorkRules() {
  constexpr std::string_view line = category::additional_computation;
  constexpr std::string_view source =
      "Bane and Riley, Overheads Profiler, Table 1: additional computation";
  return {
      {"executed-only-there", line, "executions in the runs",
       [](const Situation &s) {
         return s.construct && s.construct->work && s.construct->work->not_on_one;
       },
       [](const Situation &s) {
         return "See whether it can prepare less for the threads, or put together less of what "
                "they did. It is executed with " +
                numberOf(s.table.threads, "thread") + " and not on one.";
       }},
      {"executed-more", line, source,
       [](const Situation &s) {
         return s.construct && s.construct->work && s.construct->work->executions_ratio > 1.05;
       },
       [](const Situation &s) {
         return "Look for what depends on the number of threads, such as the order of sums that "
                "decides about convergence. This construct is executed " +
                ratioText(s.construct->work->executions_ratio) +
                " times as often as on one thread, and its time grows by the same factor.";
       }},
      {"array-reduction-computation", line, reduction_clause,
       [](const Situation &s) { return arrayReductionOf(s) != nullptr; }, arrayReductionText},
      {"atomic-computation", line, atomic_construct, hasManyAtomics,
       [](const Situation &s) {
         return "Use a reduction, or a copy for each thread. " + atomicsText(s) +
                " The serial program has none.";
       }},
      slowedCodeRule("probes-slow-more", line),
      {"one-thread-unknown", line, "runs of this experiment",
       [](const Situation &s) { return !knowsOneThread(s); },
       [](const Situation &s) -> std::string {
         return std::string(
                    "Measure also with an input, or settings, with which one thread executes "
                    "the regions. There is no run on one thread to compare ") +
                (ofProgram(s) ? "each construct" : "it") +
                " with. So the row also holds work that is slower or repeated on several threads.";
       },
       About::Measurement},
      busyMachineRule("busy-computation", line),
      regionsOfOneRule("regions-of-one-computation", line),
      tooDeepRule("regions-too-deep-computation", line),
      debugBuildRule("debug-build-computation", line),
      {"compare-compilation", line, source, knowsOneThread,
       "Look for copies and checks that only the OpenMP program has. Then compare which loops the "
       "compiler vectorises in both programs (gcc: -fopt-info-vec, clang: -Rpass=loop-vectorize). "
       "The OpenMP program does more than the serial one even on one thread."},
  };
}

std::vector<Rule> compilerRules() {
  constexpr std::string_view line = category::instruction_level;
  return {
      slowedCodeRule("probes-slow-code", line),
      busyMachineRule("busy-instructions", line),
      regionsOfOneRule("regions-of-one-instructions", line),
      tooDeepRule("regions-too-deep-instructions", line),
      debugBuildRule("debug-build-instructions", line),
      {"array-reduction-instructions", line, reduction_clause,
       [](const Situation &s) { return arrayReductionOf(s) != nullptr; }, arrayReductionText},
      {"atomic-instructions", line, atomic_construct, hasManyAtomics,
       [](const Situation &s) {
         return "Use a reduction, or a copy for each thread. " + atomicsText(s) +
                " Each of them costs more than a plain operation even on one thread.";
       }},
      {"serial-compiles-otherwise", line, "the two serial programs", hasSlowedCounterparts,
       "Look for what the compiler can do in the serial program only: malloc and zeroing made "
       "calloc, "
       "calls inlined, loops merged. A parallel region prevents that. The location is not known, "
       "because "
       "the serial program is slower with probes than without."},
      {"compare-instructions", line,
       "Bane and Riley, Overheads Profiler, Table 1: additional computation", knowsOneThread,
       "Copy shared variables into private ones, and compare what is vectorised (-fopt-info-vec, "
       "-Rpass=loop-vectorize). The same source compiles to slower code with OpenMP. Often "
       "shared variables are kept in memory; or code under #ifdef _OPENMP is another."},
  };
}

bool isLoop(const Situation &s) {
  return isKind(s, "for") || isKind(s, "loop") || isKind(s, "taskloop") || isKind(s, "simd");
}

std::string slowedText(const Situation &s) {
  bool is_aligned = buildsAligned(s.ledger.runs);
  std::string kind = isLoop(s) ? "loop" : "construct";
  std::string plan = "with a plan (TARE_PLAN) that leaves the short " + kind + " without probes. ";
  return (is_aligned ? "Measure again " + plan
                     : "Compile all programs with -falign-functions=64, and measure again. ") +
         "The program with probes is slower by more than the probes take, so this row is not the "
         "program's. " +
         (is_aligned ? "" : "If that does not help, measure " + plan) + "With probes the " + kind +
         " may no longer be unrolled or vectorised. The option --budget looks only at the time of "
         "the probes.";
}

std::vector<Rule> measurementRules() {
  constexpr std::string_view line = category::unidentified;
  std::vector<Rule> rules = {
      {"broken-off", line, "runs of this experiment",
       [](const Situation &s) { return s.table.repetitions_total == 0 && disagrees(s); },
       "Mend what ended the experiment, and run it again. Single runs are compared here."},
      {"probes-disturb", line, "instrumented against plain runs", disagrees,
       [](const Situation &s) {
         double cost = s.table.own_cost.measured_s;
         return "Measure again with more repetitions (--repeat). The program with probes took " +
                timeText(std::fabs(cost)) + (cost < 0 ? " less" : " more") +
                " than the plain one. Constructs may be too short to be measured one by one, or "
                "the "
                "machine was busy." +
                (s.table.own_cost.rewriting ? ""
                                            : " Or the compiler laid out the rewritten code "
                                              "differently; --null measures that.");
       }},
      {"left-out-constructs", line, "the plan of this run",
       [](const Situation &s) { return !s.ledger.coverage.unprobed.empty(); },
       "Look at the constructs that a plan left without probes; the full report names them. What "
       "they hide is in this row."},
      {"unpaired-constructs", line, "pairs of the programs' constructs",
       [](const Situation &s) {
         return ofProgram(s) && s.table.unidentified_parts.unpaired_s > 0.5 * s.line.time.time_s;
       },
       "List the constructs without a serial counterpart: `tare nodes PARALLEL --serial SERIAL`. "
       "Most of this row is their work. Nothing shows how much of it the serial program does, "
       "too."},
      {"not-on-one-thread", line, "executions in the runs",
       [](const Situation &s) {
         return s.construct && s.construct->work && s.ledger.reference != "none" &&
                s.construct->work->not_on_one && s.construct->work->many_s > 0;
       },
       [](const Situation &s) {
         return "Look at what the program does differently here with " +
                numberOf(s.table.threads, "thread") +
                ". This was not executed on one thread, so nothing shows how much of it is "
                "overhead.";
       }},
      {"waits-without-log", line, "log of this run",
       [](const Situation &s) { return s.construct && s.ledger.coverage.outside == 0; },
       "Look with `tare nodes` for what has no probes in here, else measure a shorter run. These "
       "waits have no known cause. The log keeps only a part of a long run, and that part may hold "
       "none of them."},
      {"opaque-constructs", line, "coverage of this run", always,
       "Look with `tare nodes` for constructs that are timed from outside only. No probe can see "
       "inside them."},
  };
  for (Rule &rule : rules)
    rule.about = About::Measurement;
  return rules;
}

} // namespace

Rule slowedCodeRule(std::string_view name, std::string_view category) {
  return {name,
          category,
          "instrumented against plain runs",
          [](const Situation &s) { return isSlowedCode(s.table, tableWith(s.ledger.tables, 1)); },
          slowedText,
          About::Measurement};
}

std::vector<Rule> otherRules() {
  std::vector<Rule> rules = extraWorkRules();
  append(rules, compilerRules());
  append(rules, messageRules());
  append(rules, machineRules());
  append(rules, measurementRules());
  return rules;
}

} // namespace tare
