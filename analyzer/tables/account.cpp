// SPDX-License-Identifier: Apache-2.0
// Experiment -> Ledger: every tuple is closed, then one statistic over the accepted tuples of a p.
#include "analyzer/accounts/asleep.h"
#include "analyzer/accounts/close.h"
#include "analyzer/accounts/experiment.h"
#include "analyzer/accounts/paths.h"
#include "analyzer/accounts/whole_tuple.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/slowed_code.h"
#include "analyzer/ledger/teams.h"
#include "analyzer/tables/anchor.h"
#include "analyzer/tables/caveats.h"
#include "analyzer/tables/counts.h"
#include "analyzer/tables/coverage.h"
#include "analyzer/tables/nested_teams.h"
#include "analyzer/tables/pairing_notes.h"
#include "analyzer/tables/path_lines.h"
#include "analyzer/tables/run_notes.h"
#include "analyzer/tables/table_lines.h"

#include <algorithm>
#include <set>

namespace tare {

namespace {

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

/// Closes one tuple. `tuple` becomes whole first: measured instances stand for skipped ones.
Result<TupleAccount> accountOf(Tuple &tuple, bool same_source, KeyTable &keys, RunBooks &books) {
  TARE_TRY(WholeTuple whole, wholeTuple(tuple));
  TARE_TRY(TupleAccount account, closeTuple(whole.tuple, books, same_source));
  TARE_DO(addSamplingError(tuple, whole, keys, same_source, account));
  account.thinning = whole.thinning;
  tuple = std::move(whole.tuple);
  return account;
}

Result<Table> tableFor(int threads, const Experiment &experiment, KeyTable &keys, RunBooks &books,
                       PathKeys &paths) {
  std::vector<Tuple> tuples = acceptedTuples(threads, experiment);
  std::vector<TupleAccount> accounts;
  std::vector<int> numbers;
  for (Tuple &tuple : tuples) {
    TARE_TRY(TupleAccount account, accountOf(tuple, experiment.same_source, keys, books));
    accounts.push_back(std::move(account));
    numbers.push_back(tuple.number);
  }
  if (accounts.empty())
    return Error{"no accepted run for p = " + std::to_string(threads)};
  std::optional<Note> about_costs = anchor(accounts, experiment.costs_from_runs);
  for (size_t i = 0; i < accounts.size(); ++i)
    divideByPath(*tuples[i].instrumented.profile, books, paths, accounts[i]);
  Means means(accounts);
  Table table = tableOfTuples(keys, means, buildsAligned(experiment.runs));
  append(table.notes, about_costs);
  append(table.notes, runNotes(accounts, keys, table.parallel_time.time_s));
  table.paths = pathLines(means, keys, paths, experiment.call_names);
  table.tuples = numbers;
  fillNestedTeams(table, tuples, keys);
  fillCounts(table, tuples);
  append(table.notes, serialFaultsNote(table, probedSerialCounts(tuples)));
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
  TARE_DO(checkNotEmpty(experiment));
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
    TARE_TRY(Table table, tableFor(p, experiment, keys, books, paths));
    ledger.tables.push_back(std::move(table));
  }
  bool tells_run_queue = tellsRunQueue(experiment);
  for (Table &table : ledger.tables) {
    if (!tells_run_queue) // a wait for a core looks like sleep then
      table.asleep_s = 0;
    if (!isLimitKnown(table, ledger.tables))
      table.speedup_limit = 0;
    append(table.notes, caveatsOf(table, tableWith(ledger.tables, 1), tells_run_queue));
  }
  ledger.coverage = coverageOf(*experiment.tuples.front().instrumented.profile);
  ledger.coverage.unseen_regions = experiment.unseen_regions;
  for (Table &table : ledger.tables)
    append(table.notes, caveatsOf(ledger.coverage.left_out, isToldByPilot(table)));
  return ledger;
}

} // namespace tare
