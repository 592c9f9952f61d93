// SPDX-License-Identifier: Apache-2.0
// What is the machine's: waiting for a CPU, and how the OpenMP runtime was built.
#include "analyzer/advice/guard.h"
#include "analyzer/advice/rule.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/teams.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

bool takesTurns(const Situation &s) { return sharesCores(s.table, s.ledger.machine); }

/// "Use no more threads than cores. 4 threads share 2 cores."
std::string turnsText(const Situation &s) {
  std::string threads = makesOwnTeams(s.table) ? "The program's own teams have " +
                                                     ratioText(s.table.mean_threads_in_regions) +
                                                     " threads on average, and share "
                                               : sizeText(sizeOf(s.table)) + " share ";
  return std::string(s.table.ranks > 0 ? "Use no more ranks and threads together than cores. "
                                       : "Use no more threads than cores. ") +
         threads + numberOf(s.ledger.machine.cores, "core") + ".";
}

/// Its own threads beside its teams had half as much CPU time as those waited for CPUs, or more.
bool sharesWithOthers(const Situation &s) {
  double waited = std::max(timeOf(s.table, category::off_cpu), 0.0) * s.table.threads;
  return s.table.other_threads_s > 0 && s.table.other_threads_s >= waited / 2;
}

std::string othersText(const Situation &s) {
  return "Try OMP_WAIT_POLICY=passive, or a single thread for the library (OPENBLAS_NUM_THREADS=1, "
         "MKL_NUM_THREADS=1). Threads of this program that execute no measured region, such as "
         "a BLAS library's, had " +
         timeText(s.table.other_threads_s) +
         " of CPU time. They share the cores with its teams, which wait actively.";
}

std::string cureText(const Situation &s) {
  if (takesTurns(s))
    return turnsText(s);
  if (sharesWithOthers(s))
    return othersText(s);
  return "Measure again on an idle machine before you change anything here.";
}

/// How long, and in which runs.
std::string waitedText(const Situation &s) {
  return std::string(isOfOneThreadRun(s)         ? "On one thread the program"
                     : hasSingleThreads(s.table) ? "Ranks"
                                                 : "Threads") +
         " waited for a CPU for " + timeText(cpuWaitSeconds(s)) + (ofProgram(s) ? "" : " here");
}

} // namespace

Rule busyMachineRule(std::string_view name, std::string_view category) {
  return {name,
          category,
          "run-queue delay of this run",
          always,
          [](const Situation &s) {
            return cureText(s) + " " + waitedText(s) +
                   (isWork(s.line.category)
                        ? ", so others ran on the CPUs as well. By what they take of caches, "
                          "memory and clock, work is slower beyond that."
                        : ", and others may have waited for them meanwhile: that can explain this "
                          "row.");
          },
          About::Waiting};
}

Rule debugBuildRule(std::string_view name, std::string_view category) {
  return {name,
          category,
          "the file of the OpenMP runtime",
          always,
          [](const Situation &s) {
            const OpenMPRuntime &runtime = s.ledger.openmp_runtime;
            return "Use a release build of " + printable(runtime.name) +
                   ", or gcc, before you change anything here. " +
                   (runtime.file.empty() ? "The OpenMP runtime" : printable(runtime.file)) +
                   " is a debug build. It adds up to " + timeText(debug_loop_start_s) +
                   " each time that a thread begins a loop or fetches a chunk.";
          },
          About::DebugBuild};
}

std::vector<Rule> machineRules() {
  return {
      {"fewer-threads", category::off_cpu, "OpenMP 5.2, OMP_NUM_THREADS and OMP_WAIT_POLICY",
       takesTurns,
       [](const Situation &s) {
         return turnsText(s) + " If you need so many, set OMP_WAIT_POLICY=passive.";
       },
       About::Waiting},
      {"library-threads", category::off_cpu, "OpenMP 5.2, OMP_WAIT_POLICY", sharesWithOthers,
       othersText, About::Waiting},
      {"quiet-machine", category::off_cpu, "run-queue delay of this run", always,
       "Measure again on an idle machine. Other programs had the CPUs meanwhile, or threads of "
       "this "
       "one outside its teams.",
       About::Waiting},
  };
}

} // namespace tare
