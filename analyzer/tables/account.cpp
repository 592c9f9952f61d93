// SPDX-License-Identifier: Apache-2.0
// Experiment -> Ledger: every tuple is closed, then one statistic over the accepted tuples of a p.
#include "analyzer/accounts/asleep.h"
#include "analyzer/accounts/close.h"
#include "analyzer/accounts/experiment.h"
#include "analyzer/accounts/paths.h"
#include "analyzer/accounts/whole_tuple.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/slowed_code.h"
#include "analyzer/ledger/teams.h"
#include "analyzer/tables/anchor.h"
#include "analyzer/tables/budget_lines.h"
#include "analyzer/tables/caveats.h"
#include "analyzer/tables/counts.h"
#include "analyzer/tables/coverage.h"
#include "analyzer/tables/loop_lines.h"
#include "analyzer/tables/nested_teams.h"
#include "analyzer/tables/pairing_notes.h"
#include "analyzer/tables/path_lines.h"
#include "analyzer/tables/run_notes.h"
#include "analyzer/tables/statistics.h"
#include "analyzer/tables/use_lines.h"
#include "instrumenter/nodes/shown_file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace tare {

namespace {

class TableMaker {
public:
  TableMaker(const KeyTable &keys, const std::vector<TupleAccount> &accounts, bool aligned)
      : keys_(keys), accounts_(accounts), statistics_(disturbances(accounts)), aligned_(aligned) {}

  Table make() {
    table_.threads = accounts_.front().threads;
    fillHead();
    for (size_t line = 0; line < allOverheads().size(); ++line)
      if (isTold(line))
        table_.overheads.push_back(lineOf(
            line, values([&](const TupleAccount &a) { return share(a, a.totals[line]); }),
            [&](const TupleAccount &a) { return share(a, at(a.doubt, line)); },
            [&](const TupleAccount &a) { return share(a, at(a.sampling, line)); }));
    fillParts();
    fillPairing();
    fillConstructs();
    fillNotes();
    return std::move(table_);
  }

private:
  template <class Figure> std::vector<double> values(Figure figure) const {
    std::vector<double> out;
    for (const TupleAccount &a : accounts_)
      out.push_back(figure(a));
    return out;
  }
  static Ticks at(const std::vector<Ticks> &lines, size_t line) {
    return line < lines.size() ? lines[line] : 0;
  }
  static Ticks at(const std::map<int, std::vector<Ticks>> &nodes, int key, size_t line) {
    auto found = nodes.find(key);
    return found == nodes.end() ? 0 : at(found->second, line);
  }
  template <class Figure> Estimate each(Figure figure) const {
    return statistics_.mean(values(figure));
  }

  /// `doubt`: by how much the cost of the probes, and a pilot run, may be wrong moves it.
  /// `sampling`: the standard error where instances stand for others.
  template <class Doubt, class Sampling>
  LedgerLine lineOf(size_t overhead, std::vector<double> figures, Doubt doubt,
                    Sampling sampling) const {
    Estimate mean = atLeast(statistics_.mean(figures), values(sampling));
    double wider = statistics_.mean(values(doubt)).time_s;
    mean.low_s -= wider;
    mean.high_s += wider;
    return {std::string(allOverheads()[overhead]->category), mean, std::move(figures)};
  }

  /// Whether the runs of every tuple tell this line.
  bool isTold(size_t line) const {
    return std::all_of(accounts_.begin(), accounts_.end(),
                       [&](const TupleAccount &a) { return a.applies[line]; });
  }

  void fillHead() {
    auto serial = values([](const TupleAccount &a) { return seconds(a, a.serial); });
    auto serial_share = values([](const TupleAccount &a) { return share(a, a.serial); });
    auto parallel = values([](const TupleAccount &a) { return seconds(a, a.parallel); });
    auto serial_part = values([](const TupleAccount &a) { return seconds(a, a.serial_part); });
    table_.serial_time = statistics_.mean(serial);
    table_.parallel_time = statistics_.mean(parallel);
    table_.serial_tuples_s = serial;
    table_.parallel_tuples_s = parallel;
    table_.ideal_time = statistics_.mean(serial_share);
    table_.efficiency = statistics_.ratio(serial_share, parallel);
    table_.total_overhead =
        each([](const TupleAccount &a) { return seconds(a, a.parallel) - share(a, a.serial); });
    table_.serial_fraction = statistics_.ratio(serial_part, serial).time_s;
    double limit = statistics_.ratio(serial, serial_part).time_s;
    table_.foreign_regions =
        each([](const TupleAccount &a) { return static_cast<double>(a.foreign_regions); }).time_s;
    table_.other_threads_s = otherThreads();
    table_.asleep_s = each([](const TupleAccount &a) { return a.asleep_s / a.threads; }).time_s;
    table_.speedup_limit = std::isfinite(limit) ? limit : 0;
    table_.mean_threads_in_regions =
        each([](const TupleAccount &a) { return a.mean_threads_in_regions; }).time_s;
  }

  /// None where they can have done too little of what counts as serial.
  double otherThreads() const {
    double other = each([](const TupleAccount &a) { return a.other_cpu_s; }).time_s;
    double serial = each([](const TupleAccount &a) { return seconds(a, a.serial_part); }).time_s;
    return mayBeTheirs(other, serial, table_.parallel_time.time_s) ? other : 0;
  }

  void fillParts() {
    using Parts = UnidentifiedTicks;
    auto part = [&](Ticks Parts::*which) {
      return each([&](const TupleAccount &a) { return share(a, a.unidentified.*which); }).time_s;
    };
    table_.unidentified_parts = {part(&Parts::agreement) + part(&Parts::reference),
                                 part(&Parts::unpaired), part(&Parts::opaque)};
    Estimate cost = each([](const TupleAccount &a) {
      return a.has_plain ? seconds(a, a.instrumented - a.parallel) : 0;
    });
    table_.own_cost.measured_s = cost.time_s;
    table_.own_cost.measured_low_s = cost.low_s;
    table_.own_cost.measured_high_s = cost.high_s;
    table_.own_cost.removed_s =
        each([](const TupleAccount &a) { return seconds(a, a.removed); }).time_s;
    table_.own_cost.unfounded_s =
        each([](const TupleAccount &a) { return share(a, a.unfounded); }).time_s;
    if (std::ranges::all_of(accounts_,
                            [](const TupleAccount &a) { return a.rewriting.has_value(); }))
      table_.own_cost.rewriting =
          each([](const TupleAccount &a) { return seconds(a, *a.rewriting); });
    auto observed = [&](double ObservedCost::*bound) {
      return each([&](const TupleAccount &a) {
               return a.observed.*bound / a.ticks_per_second / a.threads;
             })
          .time_s;
    };
    table_.own_cost.observed_low_s = observed(&ObservedCost::low);
    table_.own_cost.observed_direct_s = observed(&ObservedCost::direct);
    table_.own_cost.observed_high_s = observed(&ObservedCost::high);
    table_.own_cost.set_up_s =
        each([](const TupleAccount &a) { return a.set_up / a.ticks_per_second; }).time_s;
    table_.own_cost.approximated = accounts_.front().approximated;
    table_.own_cost.budget = budgetOf(accounts_, keys_, statistics_);
  }

  void fillConstructs() {
    std::set<int> seen;
    for (const TupleAccount &a : accounts_)
      for (const auto &[key, lines] : a.at)
        seen.insert(key);
    for (int key : seen)
      addConstruct(key);
    std::stable_sort(
        table_.constructs.begin(), table_.constructs.end(),
        [](const ConstructLines &a, const ConstructLines &b) { return weight(a) > weight(b); });
  }

  static double weight(const ConstructLines &construct) {
    double sum = 0;
    for (const LedgerLine &line : construct.overheads)
      sum += std::abs(line.time.time_s);
    return sum;
  }

  void addConstruct(int key) {
    const Node &node = keys_.node(key);
    ConstructLines construct;
    construct.id = node.id.text();
    construct.kind = kindName(node.kind);
    construct.file = fileOf(node);
    construct.line = node.place.line;
    construct.column = node.place.column;
    construct.directive = node.directive;
    construct.clauses = node.clauses;
    construct.in_serial_code = node.serial;
    construct.hashes = node.hashes;
    construct.function = node.id.function;
    fillWork(construct, key);
    construct.instances = each([&](const TupleAccount &a) {
                            auto found = a.instances.find(key);
                            return found == a.instances.end() ? 0.0 : double(found->second);
                          }).time_s;
    addUseLines(construct, key, keys_, accounts_, statistics_);
    for (size_t line = 0; line < allOverheads().size(); ++line)
      addConstructLine(construct, key, line);
    addLoopLines(construct, key, node, accounts_);
    if (!construct.overheads.empty())
      table_.constructs.push_back(construct);
  }

  void fillWork(ConstructLines &construct, int key) {
    auto at = [&](const TupleAccount &a) {
      auto found = a.work.find(key);
      return found == a.work.end() ? TwinWork() : found->second;
    };
    auto figure = [&](Ticks TwinWork::*which) {
      return each([&](const TupleAccount &a) { return seconds(a, at(a).*which); }).time_s;
    };
    for (const TupleAccount &a : accounts_)
      if (std::string by = at(a).twin_by; !by.empty())
        construct.twin = by;
    bool expects_one = isOpenMP(keys_.node(key).kind); // none is looked for of serial statements
    if (construct.twin.empty() && expects_one && accounts_.front().has_serial_program)
      construct.twin = "none";
    WorkTimes work{figure(&TwinWork::serial), figure(&TwinWork::one), figure(&TwinWork::many)};
    auto executions = [&](uint64_t TwinWork::*which) {
      return each([&](const TupleAccount &a) { return static_cast<double>(at(a).*which); }).time_s;
    };
    if (double one = executions(&TwinWork::executions_one); one > 0)
      work.executions_ratio = executions(&TwinWork::executions_many) / one;
    work.not_on_one =
        std::ranges::all_of(accounts_, [&](const TupleAccount &a) { return at(a).not_on_one; });
    if (work.serial_s != 0 || work.one_s != 0 || work.many_s != 0)
      construct.work = work;
  }

  void fillPairing() {
    if (!accounts_.front().has_serial_program)
      return;
    PairingCoverage pairing;
    for (const auto &[key, work] : accounts_.front().work)
      if (isOpenMP(keys_.node(key).kind))
        (work.twin_by.empty() ? pairing.unpaired : pairing.paired) += 1;
    pairing.unpaired_work_s =
        each([](const TupleAccount &a) { return seconds(a, a.unpaired_work); }).time_s;
    pairing.probed_ratio =
        statistics_
            .ratio(values([](const TupleAccount &a) { return seconds(a, a.serial_program); }),
                   values([](const TupleAccount &a) { return seconds(a, a.serial); }))
            .time_s;
    table_.pairing = pairing;
    SerialRunTimes serial = serialRunTimes();
    slowed_twins_ = SlowedTwins(serial);
    append(table_.notes, pairingNotes(pairing, serial, accounts_.front().files_apart));
  }

  SerialRunTimes serialRunTimes() const {
    auto mean = [&](auto ticks_of) {
      return each([&](const TupleAccount &a) {
               return static_cast<double>(ticks_of(a)) / a.ticks_per_second;
             })
          .time_s;
    };
    return {table_.serial_time.time_s, mean([](const TupleAccount &a) { return a.serial_program; }),
            mean([](const TupleAccount &a) { return a.serial_probes; }), aligned_};
  }

  void addConstructLine(ConstructLines &construct, int key, size_t line) {
    auto figures = values([&](const TupleAccount &a) {
      auto at = a.at.find(key);
      return at == a.at.end() ? 0.0 : share(a, at->second[line]);
    });
    if (std::all_of(figures.begin(), figures.end(), [](double v) { return v == 0; }))
      return;
    construct.overheads.push_back(lineOf(
        line, std::move(figures),
        [&](const TupleAccount &a) { return share(a, at(a.doubt_at, key, line)); },
        [&](const TupleAccount &a) { return share(a, at(a.sampling_at, key, line)); }));
    LedgerLine &added = construct.overheads.back();
    bool of_twins = added.category == category::additional_computation ||
                    added.category == category::instruction_level;
    if (of_twins && construct.work)
      added.time = slowed_twins_.widened(added.time, construct.work->serial_s, table_.threads);
  }

  void fillNotes() {
    append(table_.notes, lonelyNotes(accounts_));
    for (const TupleAccount &a : accounts_) {
      table_.cut_off |= a.cut_off;
      for (const Note &note : a.notes)
        addOnce(table_.notes, note);
    }
  }

  const KeyTable &keys_;
  const std::vector<TupleAccount> &accounts_;
  TupleStatistics statistics_;
  bool aligned_;
  SlowedTwins slowed_twins_; // none, without a serial program with probes
  Table table_;
};

/// What some tuples of a table lack, none has: a line must mean the same in all of them.
std::vector<Tuple> acceptedTuples(int threads, const Experiment &experiment) {
  std::vector<Tuple> tuples;
  int ordinal = 0;
  for (const Tuple &tuple : experiment.tuples) {
    ordinal += tuple.threads == threads;
    if (tuple.threads != threads || !tuple.accepted)
      continue;
    tuples.push_back(tuple);
    if (tuple.number == 0)
      tuples.back().number = ordinal;
  }
  // Without the work of one thread they have nothing to be compared with.
  bool one = std::ranges::all_of(tuples, [](const Tuple &t) { return t.one.has_value(); });
  bool ignored =
      one && std::ranges::all_of(tuples, [](const Tuple &t) { return t.ignored.has_value(); });
  bool probed = one && std::ranges::all_of(tuples, [](const Tuple &t) {
                  return t.serial_instrumented.has_value();
                });
  bool null = std::ranges::all_of(tuples, [](const Tuple &t) { return t.null.has_value(); });
  for (Tuple &tuple : tuples) {
    if (!ignored)
      tuple.ignored.reset();
    if (!probed)
      tuple.serial_instrumented.reset();
    if (!null)
      tuple.null.reset();
  }
  return tuples;
}

/// What was left out of the tuple's runs is told by what was measured, from then on.
Result<TupleAccount> accountOf(Tuple &tuple, bool same_source, KeyTable &keys, RunBooks &books) {
  Result<WholeTuple> whole = wholeTuple(tuple);
  if (!whole.ok())
    return whole.error();
  Result<TupleAccount> account = closeTuple(whole.value().tuple, books, same_source);
  if (!account.ok())
    return account;
  if (Result<void> added =
          addSamplingError(tuple, whole.value(), keys, same_source, account.value());
      !added.ok())
    return added.error();
  account.value().thinning = whole.value().thinning;
  tuple = std::move(whole.value().tuple);
  return account;
}

Result<Table> tableFor(int threads, const Experiment &experiment, KeyTable &keys, RunBooks &books,
                       PathKeys &paths) {
  std::vector<Tuple> tuples = acceptedTuples(threads, experiment);
  std::vector<TupleAccount> accounts;
  std::vector<int> numbers;
  for (Tuple &tuple : tuples) {
    Result<TupleAccount> account = accountOf(tuple, experiment.same_source, keys, books);
    if (!account.ok())
      return account.error();
    accounts.push_back(std::move(account.value()));
    numbers.push_back(tuple.number);
  }
  if (accounts.empty())
    return Error{"no accepted run for p = " + std::to_string(threads)};
  std::optional<Note> about_costs = anchor(accounts, experiment.costs_from_runs);
  for (size_t i = 0; i < accounts.size(); ++i)
    divideByPath(*tuples[i].instrumented.profile, books, paths, accounts[i]);
  Table table = TableMaker(keys, accounts, buildsAligned(experiment.runs)).make();
  if (about_costs)
    table.notes.push_back(*about_costs);
  append(table.notes, runNotes(accounts, keys, table.parallel_time.time_s));
  table.paths = pathLines(accounts, keys, paths, experiment.call_names);
  table.tuples = numbers;
  fillNestedTeams(table, tuples, keys);
  fillCounts(table, tuples);
  if (std::optional<Note> note = serialFaultsNote(table, probedSerialCounts(tuples)))
    table.notes.push_back(*note);
  table.tuples_accepted = static_cast<int>(accounts.size());
  table.tuples_total =
      static_cast<int>(std::count_if(experiment.tuples.begin(), experiment.tuples.end(),
                                     [&](const Tuple &tuple) { return tuple.threads == threads; }));
  if (experiment.same_source && !table.pairing)
    for (ConstructLines &construct : table.constructs)
      construct.twin = "same source";
  if (experiment.same_source && tuples.front().ignored)
    table.notes.push_back({"one-source"});
  if (sharesCores(table, experiment.machine))
    table.notes.push_back({"shared-cores"});
  return table;
}

Result<void> checkNotEmpty(const Experiment &experiment) {
  if (experiment.tuples.empty())
    return Error{"no instrumented run in this experiment"};
  for (const Tuple &tuple : experiment.tuples)
    if (const Profile *profile = tuple.instrumented.profile.get();
        profile && profile->regions == 0 && profile->foreign_regions)
      return Error{"parallel regions were executed by threads other than the initial one only, "
                   "which Tare does not book",
                   profile->path, "call what holds them from the thread that executes main"};
    else if (!profile || profile->regions == 0)
      return Error{"no parallel region was executed",
                   tuple.instrumented.profile ? tuple.instrumented.profile->path : "",
                   "is the program built with -fopenmp, through `tare cc`?"};
  return {};
}

} // namespace

Result<Ledger> account(const Experiment &experiment) {
  if (Result<void> some = checkNotEmpty(experiment); !some.ok())
    return some.error();
  Ledger ledger;
  ledger.program = experiment.program;
  ledger.reference = experiment.reference;
  ledger.machine = experiment.machine;
  ledger.runs = experiment.runs;
  ledger.warnings = experiment.warnings;
  ledger.settings = experiment.settings;
  ledger.idle_s = experiment.idle_s;
  ledger.source_root = experiment.foreign_root;
  std::set<int> threads;
  for (const Tuple &tuple : experiment.tuples)
    threads.insert(tuple.threads);
  KeyTable keys;
  RunBooks books(keys);
  for (int p : threads)
    for (const Tuple &tuple : acceptedTuples(p, experiment))
      addRuns(tuple, books);
  PathKeys paths;
  for (int p : threads) {
    Result<Table> table = tableFor(p, experiment, keys, books, paths);
    if (!table.ok())
      return table.error();
    ledger.tables.push_back(std::move(table.value()));
  }
  bool tells_run_queue = tellsRunQueue(experiment);
  for (Table &table : ledger.tables) {
    if (!tells_run_queue) // a wait for a core looks like sleep then
      table.asleep_s = 0;
    if (!isLimitKnown(table, ledger.tables))
      table.speedup_limit = 0;
    append(table.notes, caveatsOf(table, tableOfOneThread(ledger.tables), tells_run_queue));
  }
  ledger.coverage = coverageOf(*experiment.tuples.front().instrumented.profile);
  ledger.coverage.unseen_regions = experiment.unseen_regions;
  for (Table &table : ledger.tables)
    append(table.notes, caveatsOf(ledger.coverage.left_out, isToldByPilot(table)));
  return ledger;
}

} // namespace tare
