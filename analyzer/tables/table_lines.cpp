// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/table_lines.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/tables/budget_lines.h"
#include "analyzer/tables/caveats.h"
#include "analyzer/tables/construct_lines.h"
#include "analyzer/tables/pairing_notes.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

/// A time of a repetition as a figure: in seconds, or a p-th of it.
auto secondsOf(Ticks RepetitionAccount::*time) {
  return [time](const RepetitionAccount &a) { return seconds(a, a.*time); };
}
auto shareOf(Ticks RepetitionAccount::*time) {
  return [time](const RepetitionAccount &a) { return share(a, a.*time); };
}

Ticks at(const std::vector<Ticks> &lines, size_t line) {
  return line < lines.size() ? lines[line] : 0;
}

class TableMaker {
public:
  TableMaker(const KeyTable &keys, const Means &means, bool aligned)
      : keys_(keys), means_(means), accounts_(means.accounts()), aligned_(aligned) {}

  Table make() {
    table_.threads = accounts_.front().threads;
    fillHead();
    for (size_t line = 0; line < allOverheads().size(); ++line)
      if (isTold(line))
        table_.overheads.push_back(lineOf(line, means_, shares(&RepetitionAccount::totals, line),
                                          shares(&RepetitionAccount::doubt, line),
                                          shares(&RepetitionAccount::sampling, line)));
    fillSteps();
    fillCpuWaits();
    fillParts();
    fillOwnCost();
    fillPairing();
    table_.constructs = constructLines(keys_, means_, slowed_counterparts_);
    fillNotes();
    return std::move(table_);
  }

private:
  std::vector<double> shares(std::vector<Ticks> RepetitionAccount::*lines, size_t line) const {
    return means_.values([&](const RepetitionAccount &a) { return share(a, at(a.*lines, line)); });
  }

  /// Whether the runs of every repetition tell this line.
  bool isTold(size_t line) const {
    return std::ranges::all_of(accounts_,
                               [&](const RepetitionAccount &a) { return a.applies[line]; });
  }

  /// Figures of the rows before the probes were taken out, and before the plain runs decided.
  void fillSteps() {
    auto has_steps = [](const RepetitionAccount &a) { return !a.with_probes.empty(); };
    if (!std::ranges::all_of(accounts_, has_steps))
      return;
    for (LedgerLine &row : table_.overheads)
      for (size_t line = 0; line < allOverheads().size(); ++line)
        if (allOverheads()[line]->category == row.category) {
          row.with_probes_s = means_.mean(
              [&](const RepetitionAccount &a) { return share(a, at(a.with_probes, line)); });
          row.calibrated_s = means_.mean(
              [&](const RepetitionAccount &a) { return share(a, at(a.calibrated, line)); });
        }
  }

  void fillHead() {
    auto serial_share = means_.values(shareOf(&RepetitionAccount::serial));
    auto serial_part = means_.values(secondsOf(&RepetitionAccount::serial_part));
    table_.serial_repetitions_s = means_.values(secondsOf(&RepetitionAccount::serial));
    table_.parallel_repetitions_s = means_.values(secondsOf(&RepetitionAccount::parallel));
    table_.serial_time = means_.estimate(table_.serial_repetitions_s);
    table_.parallel_time = means_.estimate(table_.parallel_repetitions_s);
    table_.ideal_time = means_.estimate(serial_share);
    table_.efficiency = means_.ratio(serial_share, table_.parallel_repetitions_s);
    table_.total_overhead = means_.estimate(
        [](const RepetitionAccount &a) { return seconds(a, a.parallel) - share(a, a.serial); });
    table_.serial_fraction = means_.ratio(serial_part, table_.serial_repetitions_s).time_s;
    double limit = means_.ratio(table_.serial_repetitions_s, serial_part).time_s;
    table_.speedup_limit = std::isfinite(limit) ? limit : 0;
    table_.foreign_regions =
        means_.mean([](const RepetitionAccount &a) { return a.foreign_regions; });
    table_.other_threads_s = otherThreads();
    table_.asleep_s =
        means_.mean([](const RepetitionAccount &a) { return a.asleep_s / a.threads; });
    table_.mean_threads_in_regions =
        means_.mean([](const RepetitionAccount &a) { return a.mean_threads_in_regions; });
    table_.reference_further_threads_s =
        means_.mean(secondsOf(&RepetitionAccount::reference_further_threads));
  }

  /// 0 where they can have done too little of what counts as serial.
  double otherThreads() const {
    double other = means_.mean([](const RepetitionAccount &a) { return a.other_cpu_s; });
    double serial = means_.mean(secondsOf(&RepetitionAccount::serial_part));
    return mayBeTheirs(other, serial, table_.parallel_time.time_s) ? other : 0;
  }

  void fillCpuWaits() {
    auto time = [&](double RunCpuWaits::*which) {
      return means_.mean([&](const RepetitionAccount &a) { return a.run_cpu_waits.*which; });
    };
    using Waits = RunCpuWaits;
    table_.cpu_waits = {time(&Waits::serial_s),   time(&Waits::ignored_s),
                        time(&Waits::parallel_s), time(&Waits::one_s),
                        time(&Waits::many_s),     time(&Waits::many_serial_s)};
  }

  void fillParts() {
    using Parts = UnidentifiedTicks;
    auto part = [&](Ticks Parts::*which) {
      return means_.mean(
          [&](const RepetitionAccount &a) { return share(a, a.unidentified.*which); });
    };
    table_.unidentified_parts = {part(&Parts::agreement) + part(&Parts::reference),
                                 part(&Parts::unpaired), part(&Parts::opaque)};
  }

  void fillOwnCost() {
    OwnCost &own = table_.own_cost;
    Estimate cost = means_.estimate([](const RepetitionAccount &a) {
      return a.has_plain ? seconds(a, a.instrumented - a.parallel) : 0;
    });
    own.measured_s = cost.time_s;
    own.measured_low_s = cost.low_s;
    own.measured_high_s = cost.high_s;
    own.removed_s = means_.mean(secondsOf(&RepetitionAccount::removed));
    own.unfounded_s = means_.mean(shareOf(&RepetitionAccount::unfounded));
    if (const std::optional<Rewriting> &rewriting = accounts_.front().rewriting) {
      double whole = table_.parallel_time.time_s, time_s = rewriting->part * whole;
      own.rewriting = {time_s, time_s - rewriting->half * whole, time_s + rewriting->half * whole};
    }
    auto observed = [&](double ObservedCost::*bound) {
      return means_.mean([&](const RepetitionAccount &a) {
        return a.observed.*bound / a.ticks_per_second / a.threads;
      });
    };
    own.observed_low_s = observed(&ObservedCost::low);
    own.observed_direct_s = observed(&ObservedCost::direct);
    own.observed_high_s = observed(&ObservedCost::high);
    own.set_up_s =
        means_.mean([](const RepetitionAccount &a) { return a.set_up / a.ticks_per_second; });
    own.approximated = accounts_.front().approximated;
    own.budget = budgetOf(means_, keys_);
  }

  /// Constructs are counted in the first repetition; all repetitions execute the same program.
  void fillPairing() {
    if (!accounts_.front().has_serial_program)
      return;
    PairingCoverage pairing;
    for (const auto &[key, work] : accounts_.front().work)
      if (isOpenMP(keys_.node(key).kind))
        (work.counterpart_by.empty() ? pairing.unpaired : pairing.paired) += 1;
    pairing.unpaired_work_s = means_.mean(secondsOf(&RepetitionAccount::unpaired_work));
    pairing.probed_ratio = means_
                               .ratio(means_.values(secondsOf(&RepetitionAccount::serial_program)),
                                      table_.serial_repetitions_s)
                               .time_s;
    table_.pairing = pairing;
    SerialRunTimes serial{table_.serial_time.time_s,
                          means_.mean(secondsOf(&RepetitionAccount::serial_program)),
                          means_.mean([](const RepetitionAccount &a) {
                            return a.serial_probes / a.ticks_per_second;
                          }),
                          aligned_};
    slowed_counterparts_ = SlowedCounterparts(serial);
    append(table_.notes, pairingNotes(pairing, serial, accounts_.front().files_apart));
  }

  /// A note that several repetitions have comes once.
  void fillNotes() {
    append(table_.notes, lonelyNotes(accounts_));
    for (const RepetitionAccount &a : accounts_) {
      table_.cut_off |= a.cut_off;
      for (const Note &note : a.notes)
        addOnce(table_.notes, note);
    }
  }

  const KeyTable &keys_;
  const Means &means_;
  const std::vector<RepetitionAccount> &accounts_;
  bool aligned_;
  SlowedCounterparts slowed_counterparts_; // none, without a serial program with probes
  Table table_;
};

} // namespace

LedgerLine lineOf(size_t overhead, const Means &means, std::vector<double> figures,
                  const std::vector<double> &doubt, const std::vector<double> &sampling) {
  Estimate mean = atLeast(means.estimate(figures), sampling);
  double wider = means.estimate(doubt).time_s;
  mean.low_s -= wider;
  mean.high_s += wider;
  return {std::string(allOverheads()[overhead]->category), mean, std::move(figures)};
}

Table tableOfRepetitions(const KeyTable &keys, const Means &means, bool aligned) {
  return TableMaker(keys, means, aligned).make();
}

} // namespace tare
