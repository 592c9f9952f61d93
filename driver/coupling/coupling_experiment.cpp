// SPDX-License-Identifier: Apache-2.0
#include "driver/coupling/coupling_experiment.h"

#include "base/lists.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// Runs in turns. One object for one number of threads.
class CouplingExperiment {
public:
  CouplingExperiment(CoupledRuns &runs, const CoupledPrograms &programs,
                     const CouplingRequest &request,
                     const std::function<void(const std::string &)> &tell, CouplingTable &table)
      : runs_(runs), programs_(programs), request_(request), tell_(tell), table_(table) {}

  Result<void> run() {
    TARE_TRY(bool known, findOrder());
    if (!known)
      return {};
    TARE_TRY(bool repeatable, check());
    if (!repeatable)
      return {};
    TARE_TRY(bool measured, measure(request_.alone ? 1 : 2));
    if (!measured || request_.alone || order_.cycle.length < 3 || !pairsLeave(*table_.loop))
      return {};
    tell_("the pairs leave more than 5 %: chains of three");
    LoopComposition by_pairs = *table_.loop;
    TARE_TRY(bool again, measure(3));
    if (again)
      table_.notes.push_back("with couplings of pairs the composed time was wrong by " +
                             tenthPercent(std::abs(errorOf(by_pairs.composed, by_pairs.measured))));
    return {};
  }

private:
  /// More than the limit, and more than noise.
  static bool pairsLeave(const LoopComposition &loop) {
    bool apart =
        loop.composed.high_s < loop.measured.low_s || loop.measured.high_s < loop.composed.low_s;
    return apart && std::abs(errorOf(loop.composed, loop.measured)) > pairs_suffice;
  }

  CoupledRun with(CoupledRun::Mode mode, std::vector<RepeatedWindow> windows) const {
    return {mode,
            at_,
            static_cast<int>(order_.cycle.length),
            order_.in_region,
            request_.seconds,
            std::move(windows)};
  }

  std::vector<KernelWindow> windowsUpTo(int chain) const {
    auto cycle = static_cast<int>(order_.cycle.length);
    std::vector<KernelWindow> windows = windowsOf(cycle, 2);
    for (const KernelWindow &window : windowsOf(cycle, chain))
      if (window.length > 2)
        windows.push_back(window);
    return windows;
  }

  Result<bool> findOrder() {
    tell_("the order of the calls");
    TARE_TRY(CoupledOutcome outcome, runs_.run(programs_.timed, {}));
    OrderVerdict verdict = judgeOrder(outcome.record, request_.kernels, request_.pass);
    order_ = verdict.order;
    table_.passes = static_cast<int>(order_.cycle.passes);
    table_.in_region = order_.in_region;
    append(table_.refused, verdict.refused);
    if (!verdict.refused.empty())
      return false;
    std::vector<std::string> kernels;
    for (int site : order_.sites)
      kernels.push_back(outcome.record.sites[static_cast<size_t>(site)].kernel);
    names_ = positionNames(kernels);
    for (size_t k = 0; k < names_.size(); ++k) {
      const CouplingRecord::Site &site = outcome.record.sites[static_cast<size_t>(order_.sites[k])];
      table_.kernels.push_back(
          {names_[k], site.kernel, site.file, site.function, site.line, {}, {}});
    }
    table_.pass = request_.pass;
    at_ = callNumber(outcome.record, order_);
    return true;
  }

  bool refuse(const CoupledOutcome &outcome) {
    table_.refused.push_back(refusalIn(outcome.record, names_, outcome.ended));
    return false;
  }

  /// What each window executes and touches, by the counting program. Without one each window counts
  /// as one that repeats.
  Result<bool> check() {
    std::vector<KernelWindow> windows =
        request_.alone ? windowsOf(static_cast<int>(names_.size()), 1) : windowsUpTo(3);
    for (const KernelWindow &window : windows)
      repeated_.push_back({window, false});
    append(table_.notes, programs_.notes);
    tell_("what the kernels execute when they are repeated");
    TARE_TRY(CoupledOutcome outcome,
             runs_.run(programs_.counted.empty() ? programs_.timed : programs_.counted,
                       with(CoupledRun::Check, repeated_)));
    RepetitionVerdict verdict = judgeRepetition(outcome.record, names_, windows);
    append(table_.refused, verdict.refused);
    append(table_.notes, verdict.notes);
    if (verdict.refused.empty() &&
        (!outcome.record.done || verdict.windows.size() != windows.size()))
      return refuse(outcome);
    repeated_ = verdict.windows;
    if (std::ranges::any_of(repeated_, [](const auto &each) { return !(each.footprint > 0); }))
      addOnce(table_.notes, "what the kernels touch of the memory is not known here "
                            "(/proc/self/clear_refs), so these couplings are for this size alone");
    return table_.refused.empty();
  }

  /// Windows of one and of `chain` kernels, in turns with the program's own loop.
  Result<bool> measure(int chain) {
    WindowTimes times;
    times.cycle = static_cast<int>(order_.cycle.length);
    std::vector<RepeatedWindow> windows;
    for (const RepeatedWindow &window : repeated_)
      if (window.window.length == 1 || window.window.length == chain) {
        windows.push_back(window);
        times.windows.push_back(window.window);
      }
    std::vector<double> loop_s, between_s;
    std::vector<CouplingRecord> records;
    for (int i = 0; i < request_.runs; ++i) {
      tell_("the loop, and its kernels repeated: run " + std::to_string(i + 1) + " of " +
            std::to_string(request_.runs));
      TARE_TRY(CoupledOutcome own, runs_.run(programs_.timed, {}));
      OrderVerdict order = judgeOrder(own.record, request_.kernels, request_.pass);
      if (!order.refused.empty() || order.order.cycle.length != order_.cycle.length ||
          order.order.cycle.passes != order_.cycle.passes)
        return refuseOrder();
      loop_s.push_back(order.order.loop_s);
      between_s.push_back(order.order.loop_s - order.order.kernels_s);
      TARE_TRY(CoupledOutcome outcome, runs_.run(programs_.timed, with(CoupledRun::Time, windows)));
      if (!outcome.record.done || outcome.record.repetitions_s.empty())
        return refuse(outcome);
      if (outcome.record.repetitions_s.front().size() != windows.size())
        return Error{"a run timed other windows than it was asked for"};
      append(times.repetitions, outcome.record.repetitions_s);
      times.runs.resize(times.repetitions.size(), i);
      records.push_back(outcome.record);
      table_.executions = outcome.record.executions;
      table_.data_mb = static_cast<double>(outcome.record.data_bytes) / 1e6;
      if (outcome.record.copies == 0 && i == 0)
        addOnce(table_.notes,
                "the program's data are too large to be put back: each execution goes "
                "on with what the one before left");
    }
    for (const std::string &note : driftNotes(records, names_))
      addOnce(table_.notes, note);
    table_.runs = request_.runs;
    table_.repetitions = static_cast<int>(times.repetitions.size());
    addComposition(times, windows, chain, order_.passes(), between_s, loop_s, table_);
    return true;
  }

  bool refuseOrder() {
    table_.refused.push_back({"", "order", "the order of the calls differs from run to run",
                              "name kernels that each run calls in the same order"});
    return false;
  }

  CoupledRuns &runs_;
  const CoupledPrograms &programs_;
  const CouplingRequest &request_;
  const std::function<void(const std::string &)> &tell_;
  CouplingTable &table_;
  KernelOrder order_;
  uint64_t at_ = 0;                // the call before which kernels are repeated
  std::vector<std::string> names_; // by position
  std::vector<RepeatedWindow> repeated_;
};

} // namespace

Result<CouplingTable> coupleKernels(CoupledRuns &runs, const CoupledPrograms &programs,
                                    const CouplingRequest &request, int threads,
                                    const std::function<void(const std::string &)> &tell) {
  CouplingTable table;
  table.threads = threads;
  TARE_DO(CouplingExperiment(runs, programs, request, tell, table).run());
  return table;
}

} // namespace tare
