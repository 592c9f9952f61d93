// SPDX-License-Identifier: Apache-2.0
// May a kernel be repeated on the data that it finds? By what was counted, never by time.
#pragma once

#include "analyzer/coupling/call_order.h"
#include "analyzer/coupling/composition.h"
#include "analyzer/coupling/run_record.h"

#include <string>
#include <vector>

namespace tare {

/// A kernel that is not measured, and what the user can do.
struct KernelRefusal {
  std::string kernel; // empty: it is about all of them
  std::string reason; // throws, input/output, allocates, counts-change, order, ...
  std::string text, next;
};

/// Executions that differ by no more of their blocks of code do the same work: chunks of a dynamic
/// schedule are fetched by one thread or the other.
inline constexpr double same_work = 0.01;

/// The calls of one program, as far as coupling needs them.
struct KernelOrder {
  CallCycle cycle;
  std::vector<int> sites; // by position, of the last whole pass
  bool in_region = false; // all threads of a region call the kernels
  int team = 1;
  int pass = 0;         // the kernels are repeated before it, and times count from it on; from 1
  double loop_s = 0;    // from the first call of that pass to the end of the last
  double kernels_s = 0; // of that inside of kernels

  /// Passes that `loop_s` is about.
  size_t passes() const { return cycle.passes - static_cast<size_t>(pass) + 1; }
};

/// What is asked of a window: executions one after the other, or each on data that were put back.
struct RepeatedWindow {
  KernelWindow window;
  bool restored = false;
  double footprint = 0; // bytes that one execution touches, of all threads; 0: not known
};

/// Either the kernels' order, or why they cannot be coupled.
struct OrderVerdict {
  KernelOrder order;
  std::vector<KernelRefusal> refused;
};
/// `kernels`: as the user named them. A kernel without a call is refused. `pass` is from 2 on: the
/// arguments come from the pass before.
OrderVerdict judgeOrder(const CouplingRecord &record, const std::vector<std::string> &kernels,
                        int pass);

/// The number of the call before which the kernels are repeated, as the program's threads count
/// them: those in regions, or those outside.
uint64_t callNumber(const CouplingRecord &record, const KernelOrder &order);

struct RepetitionVerdict {
  std::vector<RepeatedWindow> windows;
  std::vector<KernelRefusal> refused;
  std::vector<std::string> notes;
};
/// `names`: kernels by position. `windows`: what was asked for.
RepetitionVerdict judgeRepetition(const CouplingRecord &record,
                                  const std::vector<std::string> &names,
                                  const std::vector<KernelWindow> &windows);

/// A note for each window that works on its own results and takes ever more or less time, in every
/// run, though its work stays the same: numbers may have become very small or very large.
std::vector<std::string> driftNotes(const std::vector<CouplingRecord> &runs,
                                    const std::vector<std::string> &names);

/// Why a run ended before it was done, or refused itself. `ended`: "by signal 11", or empty.
KernelRefusal refusalIn(const CouplingRecord &record, const std::vector<std::string> &names,
                        const std::string &ended);

/// "cffts1", or "cffts1 (2nd)" where it stands at several positions.
std::vector<std::string> positionNames(const std::vector<std::string> &kernels);

} // namespace tare
