// SPDX-License-Identifier: Apache-2.0
// What coupling found about the kernels of one program, as plain data.
//
//   runs -> verdicts, composition -> [report] -> text, JSON (tare.coupling/1)
#pragma once

#include "analyzer/coupling/composition.h"
#include "analyzer/coupling/verdicts.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// A kernel at a position of the cycle.
struct CoupledKernel {
  std::string name; // with a number where it stands at several positions
  std::string kernel, file, function;
  int line = 0;                    // of the call
  Estimate alone;                  // one execution, repeated alone
  RatioBand coefficient;           // by which a sum of kernels' times has to weigh it
  std::vector<double> runs_s = {}; // `alone` in each run
  double footprint = 0;            // bytes that one execution touches, of all threads; 0: not known
};

/// Neighbours in the cycle.
struct CouplingWindow {
  std::vector<std::string> kernels; // their names, in order
  Estimate time;                    // one execution of all
  double apart_s = 0;               // the sum of each one's time alone
  RatioBand coupling;
  bool restored = false; // the data were put back before each execution, since the work changes
  double footprint = 0;  // as of a kernel, of all together
};

/// The loop as a whole, seconds.
struct LoopComposition {
  int chain = 2;      // kernels in a window; 1: no couplings were measured
  int passes = 0;     // that were timed; the first ones are left out, since their data are cold
  Estimate between;   // code between the kernels, in the program
  Estimate measured;  // the program's own loop, without repetitions
  Estimate plain_sum; // predicted from kernels alone, all couplings 1
  Estimate composed;  // predicted with the couplings
  std::vector<double> between_runs_s = {}; // `between` in each run
};

/// For one number of threads.
struct CouplingTable {
  int threads = 1;
  bool in_region = false;   // all threads of a region call the kernels
  int passes = 0, pass = 0; // of the loop; the one before which the kernels were repeated
  int runs = 0, repetitions = 0, executions = 0;
  double data_mb = 0; // of the program, copied for repetition
  std::vector<CoupledKernel> kernels;
  std::vector<CouplingWindow> pairs, chains; // chains of three: only where pairs leave too much
  std::optional<LoopComposition> loop;
  std::vector<KernelRefusal> refused;
  std::vector<std::string> notes;
};

struct CouplingReport {
  std::string program, arguments;
  std::string host, cpu, compiler; // keys of each coupling: another machine has other couplings
  std::vector<CouplingTable> tables;
  std::map<std::string, std::string> parameters = {}; // of the program, as the user named them
  std::vector<Cache> caches = {};                     // of the machine; empty: not known
};

/// Signed error of a prediction, as a part of what was measured.
double errorOf(const Estimate &predicted, const Estimate &measured);

/// Fills kernels, pairs or chains, and the loop's prediction. `windows` as they were timed. Seconds
/// of the program's own loop, and of its code between the kernels, in each run.
void addComposition(const WindowTimes &times, const std::vector<RepeatedWindow> &windows, int chain,
                    size_t passes, const std::vector<double> &between_s,
                    const std::vector<double> &measured_s, CouplingTable &table);

std::string couplingJson(const CouplingReport &report);
/// Untrusted input.
Result<CouplingReport> readCoupling(const std::string &path);
Result<CouplingReport> readCouplingText(std::string_view text);
/// For people; `width` columns.
std::string couplingText(const CouplingReport &report, int width);

} // namespace tare
