// SPDX-License-Identifier: Apache-2.0
// Experiment -> Ledger: every repetition is closed, then one statistic over the accepted
// repetitions of a p.
#include "analyzer/accounts/asleep.h"
#include "analyzer/accounts/close.h"
#include "analyzer/accounts/experiment.h"
#include "analyzer/accounts/paths.h"
#include "analyzer/accounts/whole_repetition.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/slowed_code.h"
#include "analyzer/ledger/teams.h"
#include "analyzer/ledger/void_rows.h"
#include "analyzer/tables/anchor.h"
#include "analyzer/tables/caveats.h"
#include "analyzer/tables/counts.h"
#include "analyzer/tables/coverage.h"
#include "analyzer/tables/job_figures.h"
#include "analyzer/tables/nested_teams.h"
#include "analyzer/tables/order_lines.h"
#include "analyzer/tables/pairing_notes.h"
#include "analyzer/tables/path_lines.h"
#include "analyzer/tables/run_notes.h"
#include "analyzer/tables/table_lines.h"

#include <algorithm>
#include <map>

namespace tare {

namespace {

/// What some repetitions of a table lack, none has: a line must mean the same in all of them.
std::vector<Repetition> acceptedRepetitions(RunSize size, const Experiment &experiment) {
  std::vector<Repetition> repetitions;
  int ordinal = 0;
  for (const Repetition &repetition : experiment.repetitions) {
    bool is_of_size = repetition.size() == size;
    ordinal += is_of_size;
    if (!is_of_size || !repetition.accepted)
      continue;
    repetitions.push_back(repetition);
    if (repetition.number == 0)
      repetitions.back().number = ordinal;
  }
  // Without the work of one thread they have nothing to be compared with.
  bool one =
      std::ranges::all_of(repetitions, [](const Repetition &t) { return t.one.has_value(); });
  bool ignored = one && std::ranges::all_of(
                            repetitions, [](const Repetition &t) { return t.ignored.has_value(); });
  bool probed = one && std::ranges::all_of(repetitions, [](const Repetition &t) {
                  return t.serial_instrumented.has_value();
                });
  for (Repetition &repetition : repetitions) {
    if (!ignored)
      repetition.ignored.reset();
    if (!probed)
      repetition.serial_instrumented.reset();
  }
  return repetitions;
}

/// Closes one repetition. `repetition` becomes whole first: measured instances stand for skipped
/// ones.
Result<RepetitionAccount> accountOf(Repetition &repetition, bool same_source, KeyTable &keys,
                                    RunBooks &books) {
  TARE_TRY(WholeRepetition whole, wholeRepetition(repetition));
  TARE_TRY(RepetitionAccount account, closeRepetition(whole.repetition, books, same_source));
  TARE_DO(addSamplingError(repetition, whole, keys, same_source, account));
  account.thinning = whole.thinning;
  account.shared_runs = repetition.shared_runs;
  repetition = std::move(whole.repetition);
  return account;
}

/// What rewriting did to the run on one thread, as the plain runs leave it.
std::optional<Rewriting> settledRewriting(const std::vector<RepetitionAccount> &accounts,
                                          const Anchor &anchor) {
  std::optional<Rewriting> rewriting = accounts.front().rewriting;
  if (!rewriting || rewriting->exceeds_probes)
    return std::nullopt;
  rewriting->part += anchor.rewriting.units * rewriting->half;
  rewriting->half *= anchor.rewriting.half;
  return rewriting;
}

/// `of_ones`: what the tables of references tell the others, which come after them.
Result<Table> tableFor(RunSize size, std::vector<Repetition> repetitions,
                       const Experiment &experiment, KeyTable &keys, RunBooks &books,
                       PathKeys &paths, std::map<RunSize, Rewriting> &of_ones) {
  for (Repetition &repetition : repetitions)
    if (auto of_one = of_ones.find(repetition.reference);
        of_one != of_ones.end() && size != repetition.reference)
      repetition.rewriting_one = of_one->second;
  std::vector<RepetitionAccount> accounts;
  std::vector<int> numbers;
  for (Repetition &repetition : repetitions) {
    TARE_TRY(RepetitionAccount account, accountOf(repetition, experiment.same_source, keys, books));
    accounts.push_back(std::move(account));
    numbers.push_back(repetition.number);
  }
  if (accounts.empty())
    return Error{"no accepted run with " + sizeText(size)};
  Anchored anchored = anchor(accounts, experiment.costs_from_runs);
  if (size == repetitions.front().reference)
    if (std::optional<Rewriting> settled = settledRewriting(accounts, anchored.anchor))
      of_ones[size] = *settled;
  for (size_t i = 0; i < accounts.size() && size.ranks == 0; ++i)
    divideByPath(*repetitions[i].instrumented.profile, books, paths, accounts[i]);
  Means means(accounts);
  Table table = tableOfRepetitions(keys, means, buildsAligned(experiment.runs));
  table.ranks = size.ranks;
  append(table.notes, anchored.notes);
  if (size.ranks > 1)
    table.notes.push_back({"first-rank"});
  append(table.notes, runNotes(accounts, keys, table.parallel_time.time_s, size));
  table.paths = pathLines(means, keys, paths, experiment.call_names);
  table.repetitions = numbers;
  fillNestedTeams(table, repetitions, keys);
  fillOrder(table, repetitions, keys);
  fillCounts(table, repetitions);
  if (size.ranks > 1)
    fillJob(table, repetitions);
  append(table.notes, serialFaultsNote(table, probedSerialCounts(repetitions)));
  table.repetitions_accepted = static_cast<int>(accounts.size());
  table.repetitions_total = static_cast<int>(
      std::count_if(experiment.repetitions.begin(), experiment.repetitions.end(),
                    [&](const Repetition &repetition) { return repetition.size() == size; }));
  if (experiment.same_source && !table.pairing)
    for (ConstructLines &construct : table.constructs)
      construct.counterpart = "same source";
  if (experiment.same_source && repetitions.front().ignored)
    table.notes.push_back({"one-source"});
  if (sharesCores(table, experiment.machine))
    table.notes.push_back({"shared-cores"});
  return table;
}

/// It executed a region; of a job, some rank did, or all left their messages.
bool isMeasured(const Repetition &repetition) {
  if (repetition.instrumented.mpi) // ranks without OpenMP are ranks of one thread
    return true;
  uint64_t regions = 0;
  forEachRank(repetition.instrumented,
              [&](const InstrumentedRun &rank) { regions += rank.profile->regions; });
  return regions > 0;
}

Result<void> checkNotEmpty(const Experiment &experiment) {
  if (experiment.repetitions.empty())
    return Error{"no instrumented run in this experiment"};
  for (const Repetition &repetition : experiment.repetitions)
    if (const Profile *profile = repetition.instrumented.profile.get();
        profile && !isMeasured(repetition) && profile->foreign_regions)
      return Error{"parallel regions were executed by threads other than the initial one only, "
                   "which Tare only counts",
                   profile->path, "call what holds them from the thread that executes main"};
    else if (!profile || !isMeasured(repetition))
      return Error{"no parallel region was executed",
                   repetition.instrumented.profile ? repetition.instrumented.profile->path : "",
                   "is the program built with -fopenmp, through `tare cc`?"};
  return {};
}

} // namespace

Result<Ledger> account(const Experiment &experiment) {
  TARE_DO(checkNotEmpty(experiment));
  Ledger ledger;
  ledger.program = experiment.program;
  ledger.reference = experiment.reference;
  ledger.same_ranks = experiment.same_ranks;
  ledger.started_utc = experiment.started_utc;
  ledger.machine = experiment.machine;
  ledger.runs = experiment.runs;
  ledger.warnings = experiment.warnings;
  ledger.settings = experiment.settings;
  ledger.openmp_runtime = experiment.openmp_runtime;
  ledger.build = experiment.build;
  ledger.idle_s = experiment.idle_s;
  ledger.source_root = experiment.foreign_root;
  std::map<RunSize, std::vector<Repetition>> accepted;
  for (const Repetition &repetition : experiment.repetitions)
    accepted[repetition.size()];
  KeyTable keys;
  RunBooks books(keys);
  for (auto &[size, repetitions] : accepted) {
    repetitions = acceptedRepetitions(size, experiment);
    for (const Repetition &repetition : repetitions)
      addRuns(repetition, books);
  }
  PathKeys paths;
  std::map<RunSize, Rewriting> of_ones;
  for (auto &[size, repetitions] : accepted) {
    TARE_TRY(Table table,
             tableFor(size, std::move(repetitions), experiment, keys, books, paths, of_ones));
    ledger.tables.push_back(std::move(table));
  }
  bool tells_run_queue = tellsRunQueue(experiment);
  for (Table &table : ledger.tables) {
    if (!tells_run_queue) { // a wait for a CPU looks like sleep then
      table.asleep_s = 0;
      table.cpu_waits.reset();
    }
    if (!isLimitKnown(table, ledger.tables))
      table.speedup_limit = 0;
    append(table.notes, caveatsOf(table, tableWith(ledger.tables, 1), tells_run_queue));
  }
  ledger.coverage = coverageOf(*experiment.repetitions.front().instrumented.profile);
  ledger.coverage.unseen_regions = experiment.unseen_regions;
  for (Table &table : ledger.tables) {
    append(table.notes, caveatsOf(ledger.coverage.unprobed, isToldByPilot(table)));
    markVoidRows(table);
  }
  return ledger;
}

} // namespace tare
