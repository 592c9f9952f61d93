// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/proposals.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/report/parts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tare {

namespace {

using Kind = ConstructChange::Kind;

/// A row of this part of T_p is worth a question.
constexpr double worth_asking = 0.02;

struct Proposal {
  Scenario scenario;
  std::string options;
  Forecast forecast;
};

class Proposer {
public:
  Proposer(const Questions &questions, const ProposalLimits &limits)
      : questions_(questions), limits_(limits), ledger_(questions.measured()),
        table_(ledger_.tables[advisedTable(ledger_)]) {}

  Proposals ranked() {
    for (const ConstructLines &construct : table_.constructs)
      proposeAt(construct);
    proposeThreads();
    std::ranges::stable_sort(proposals_, std::greater(),
                             [](const Proposal &p) { return p.forecast.gain.time_s; });
    if (proposals_.size() > limits_.most)
      proposals_.resize(limits_.most);
    Proposals made;
    for (const Proposal &proposal : proposals_) {
      report_.forecasts.push_back(proposal.forecast);
      made.scenarios.push_back(proposal.scenario);
    }
    addPairs();
    made.report = std::move(report_);
    return made;
  }

private:
  static std::string placeOf(const ConstructLines &construct) {
    return construct.file + ":" + std::to_string(construct.line);
  }

  /// Its barrier is the region's end.
  bool isCombined(const ConstructLines &loop) const {
    return std::ranges::any_of(table_.constructs, [&](const ConstructLines &region) {
      return region.isCombinedRegion() && region.file == loop.file && region.line == loop.line &&
             region.function == loop.function;
    });
  }

  double shareOf(const ConstructLines &construct, std::string_view category) const {
    for (const LedgerLine &line : construct.overheads)
      if (line.category == category)
        return line.time.time_s / table_.parallel_time.time_s;
    return 0;
  }

  static ConstructChange changeAt(const ConstructLines &construct, Kind kind, double factor = 1) {
    ConstructChange change;
    change.kind = kind;
    change.constructs = {construct.id};
    change.place = placeOf(construct);
    change.factor = factor;
    return change;
  }

  void proposeAt(const ConstructLines &construct) {
    std::string place = placeOf(construct);
    double imbalance = shareOf(construct, category::load_imbalance);
    if (construct.kind == "for" && imbalance >= worth_asking)
      proposeSchedule(construct);
    if (construct.kind == "sections" && imbalance >= worth_asking)
      ask({changeAt(construct, Kind::Balanced)}, "--balanced " + place);
    bool has_barrier = (construct.kind == "for" && !isCombined(construct)) ||
                       construct.kind == "sections" || construct.kind == "single" ||
                       construct.kind == "barrier";
    double waits = imbalance + shareOf(construct, category::barriers);
    if (has_barrier && waits >= worth_asking)
      ask({changeAt(construct, Kind::NoBarrier)}, "--nowait " + place);
    if (construct.kind == "parallel" && construct.instances > 1 &&
        shareOf(construct, category::fork_join) >= worth_asking)
      ask({changeAt(construct, Kind::OneRegion)}, "--one-region " + place);
    if ((construct.kind == "critical" || construct.kind == "lock") &&
        shareOf(construct, category::locks) >= worth_asking)
      proposeLock(construct);
    if (construct.in_serial_code && shareOf(construct, category::unparallelised) >= worth_asking)
      ask({changeAt(construct, Kind::Parallel)}, "--parallel " + place);
    if ((construct.kind == "task" || construct.kind == "taskloop") &&
        shareOf(construct, category::task_creation) >= worth_asking)
      ask({changeAt(construct, Kind::BiggerTasks, 4)}, "--bigger-tasks " + place + "=4");
  }

  // The best one; of several within a hundredth the first, which is the plainest.
  void proposeSchedule(const ConstructLines &construct) {
    std::vector<std::string> tries = {"static", "static,1", "dynamic,1", "guided"};
    double iterations = construct.instances > 0 ? construct.iterations_counted / construct.instances
                                                : construct.iterations_counted;
    for (int chunk : {4, 16, 64, 256})
      if (iterations > 4.0 * chunk * table_.threads) {
        tries.push_back("static," + std::to_string(chunk));
        tries.push_back("dynamic," + std::to_string(chunk));
      }
    std::optional<Proposal> best;
    for (const std::string &text : tries) {
      ConstructChange change = changeAt(construct, Kind::Schedule);
      change.schedule = *parseSchedule(text);
      std::optional<Proposal> made =
          tryOut({change}, "--schedule " + placeOf(construct) + "=" + text);
      double least = 0.01 * table_.parallel_time.time_s;
      if (made && !limits_.only_gains)
        keep(made);
      if (made && (!best || made->forecast.gain.time_s > best->forecast.gain.time_s + least))
        best = std::move(made);
    }
    if (limits_.only_gains)
      keep(std::move(best));
  }

  void proposeLock(const ConstructLines &construct) {
    std::string place = placeOf(construct);
    std::optional<Proposal> split =
        tryOut({changeAt(construct, Kind::SplitLock, 8)}, "--split-lock " + place + "=8");
    std::optional<Proposal> shorter =
        tryOut({changeAt(construct, Kind::ShorterLock, 2)}, "--shorter-lock " + place + "=2");
    if (!limits_.only_gains) {
      keep(std::move(split));
      keep(std::move(shorter));
      return;
    }
    bool is_split =
        split && (!shorter || split->forecast.gain.time_s >= shorter->forecast.gain.time_s);
    keep(is_split ? std::move(split) : std::move(shorter));
  }

  void proposeThreads() {
    int cores = ledger_.machine.cores;
    for (int threads : {table_.threads / 2, 2 * table_.threads, cores}) {
      bool is_measured = std::ranges::any_of(
          ledger_.tables, [&](const Table &table) { return table.threads == threads; });
      if (threads < 1 || threads > cores || is_measured)
        continue;
      Scenario scenario;
      scenario.threads = threads;
      keep(tryOut(scenario, "--threads " + std::to_string(threads)));
    }
  }

  void ask(std::vector<ConstructChange> changes, const std::string &options) {
    keep(tryOut(std::move(changes), options));
  }

  std::optional<Proposal> tryOut(std::vector<ConstructChange> changes, const std::string &options) {
    Scenario scenario;
    scenario.changes = std::move(changes);
    return tryOut(scenario, options);
  }

  std::optional<Proposal> tryOut(const Scenario &scenario, const std::string &options) {
    if (limits_.goes_on && !limits_.goes_on()) {
      if (!has_ended_)
        report_.refused.push_back({scenario.text() + ", and what would follow", options,
                                   "not asked, since the questions before it took long"});
      has_ended_ = true;
      return std::nullopt;
    }
    Result<Forecast> answer = questions_.forecast(scenario, options);
    if (answer.ok())
      return Proposal{scenario, options, answer.value()};
    bool is_known = std::ranges::any_of(report_.refused, [&](const RefusedForecast &refused) {
      return refused.reason == answer.error().message;
    });
    if (!is_known)
      report_.refused.push_back({scenario.text(), options, answer.error().message});
    return std::nullopt;
  }

  void keep(std::optional<Proposal> proposal) {
    if (proposal && (!limits_.only_gains || isGain(proposal->forecast)))
      proposals_.push_back(std::move(*proposal));
  }

  // Of the first three.
  void addPairs() {
    size_t count = std::min<size_t>(proposals_.size(), 3);
    for (size_t i = 0; i < count; ++i)
      for (size_t j = i + 1; j < count && !has_ended_; ++j)
        addPair(proposals_[i], proposals_[j]);
  }

  /// Two schedules of one loop are no pair.
  static bool sharesPlace(const Scenario &a, const Scenario &b) {
    return std::ranges::any_of(a.changes, [&](const ConstructChange &change) {
      return std::ranges::find(b.changes, change.constructs, &ConstructChange::constructs) !=
             b.changes.end();
    });
  }

  void addPair(const Proposal &a, const Proposal &b) {
    if (a.scenario.threads > 0 && b.scenario.threads > 0)
      return;
    if (!isGain(a.forecast) || !isGain(b.forecast) || sharesPlace(a.scenario, b.scenario))
      return;
    Scenario both = a.scenario;
    both.threads = std::max(a.scenario.threads, b.scenario.threads);
    both.changes.insert(both.changes.end(), b.scenario.changes.begin(), b.scenario.changes.end());
    Result<Forecast> answer = questions_.forecast(both, a.options + " " + b.options);
    if (!answer.ok())
      return;
    const Estimate &gain = answer.value().gain;
    double sum = a.forecast.gain.time_s + b.forecast.gain.time_s;
    if (std::abs(gain.time_s - sum) > 0.1 * sum)
      report_.pairs.push_back({a.options, b.options, gain});
  }

  const Questions &questions_;
  const ProposalLimits &limits_;
  bool has_ended_ = false; // the limits allow no further question
  const Ledger &ledger_;
  const Table &table_;
  std::vector<Proposal> proposals_;
  ForecastReport report_;
};

} // namespace

Proposals proposals(const Questions &questions, const ProposalLimits &limits) {
  return Proposer(questions, limits).ranked();
}

} // namespace tare
