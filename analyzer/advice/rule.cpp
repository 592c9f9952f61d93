// SPDX-License-Identifier: Apache-2.0
#include "analyzer/advice/rule.h"

#include "analyzer/ledger/lines.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>

namespace tare {

std::vector<Rule> allRules() {
  std::vector<Rule> rules = imbalanceRules();
  for (const std::vector<Rule> &more :
       {criticalPathRules(), informationRules(), managementRules(), otherRules()})
    append(rules, more);
  return rules;
}

bool ofProgram(const Situation &situation) { return situation.construct == nullptr; }

bool isKind(const Situation &situation, std::string_view kind) {
  return situation.construct && situation.construct->kind == kind;
}

bool hasClause(const Situation &situation, std::string_view clause) {
  return situation.construct && hasClause(situation.construct->clauses, clause);
}

Schedule scheduleIn(const Situation &situation) {
  return situation.construct ? scheduleOf(findClause(situation.construct->clauses, "schedule"))
                             : Schedule();
}

bool hasIf(const Situation &situation) {
  auto decides = [&](const Clause &clause) {
    return clause.name == "if" &&
           (clause.words.empty() || clause.hasWord(situation.construct->kind));
  };
  return situation.construct && std::ranges::any_of(situation.construct->clauses, decides);
}

bool hasShape(const Situation &situation, IterationShape::Kind kind) {
  return situation.shape && situation.shape->kind == kind;
}

bool doesLittleItself(const Situation &situation) {
  const ConstructLines *construct = situation.construct;
  return construct && construct->work && construct->work->many_s < 0.5 * situation.line.time.time_s;
}

const ConstructLines *regionOf(const Situation &situation) {
  if (!situation.construct || situation.construct->region.empty())
    return nullptr;
  const std::vector<ConstructLines> &all = situation.table.constructs;
  auto found = std::ranges::find(all, situation.construct->region, &ConstructLines::id);
  return found == all.end() ? nullptr : &*found;
}

bool isMostlyElsewhere(const Table &table, const LedgerLine &whole) {
  return timeAtConstructs(table, whole.category) < 0.5 * whole.time.time_s;
}

bool hasManyAtomics(const Situation &situation) {
  constexpr double atomic_s = 5e-9, large = 0.1; // one that nobody else executes meanwhile
  const ConstructLines *construct = situation.construct;
  if (!construct || !construct->work || !(construct->atomics > 0))
    return false;
  const WorkTimes &work = *construct->work;
  double alone_s = work.one_s > 0 ? std::min(work.one_s, work.many_s) : work.many_s;
  return construct->atomics * atomic_s > large * alone_s;
}

namespace {

bool holdsArray(const Clause &clause) {
  constexpr uint64_t largest_scalar = 64; // bytes: a complex number, a small structure
  if (clause.name != "reduction")
    return false;
  if (clause.items.empty())
    return clause.expression.find('[') != std::string::npos;
  return std::ranges::any_of(clause.items, [](const ClauseItem &item) {
    return item.bytes > largest_scalar || item.text.find('[') != std::string::npos;
  });
}

} // namespace

const Clause *arrayReductionOf(const Situation &situation) {
  for (const ConstructLines *at : {situation.construct, regionOf(situation)})
    if (at)
      for (const Clause &clause : at->clauses)
        if (holdsArray(clause))
          return &clause;
  return nullptr;
}

std::string arrayReductionText(const Situation &situation) {
  const Clause &clause = *arrayReductionOf(situation);
  std::string items = printable(clause.expression);
  if (items.empty())
    for (const ClauseItem &item : clause.items)
      items += (items.empty() ? "" : ", ") + printable(item.text);
  return "Keep the private arrays over several executions and combine them once, or divide the "
         "elements among the threads. Each of " +
         countText(std::max(situation.construct->instances, 1.0)) +
         " executions fills and combines an array for each thread: reduction(" + items + ").";
}

namespace {

/// "x.c:4", "x.c:4, 800 of them"
std::string calledPlace(const ConstructLines &construct) {
  bool all = construct.atomics_there >= construct.atomics_called;
  return printable(construct.atomics_at) +
         (all ? "" : ", " + countText(construct.atomics_there) + " of them");
}

} // namespace

std::string atomicsText(const Situation &situation) {
  constexpr double many = 0.1; // of all: fewer are not worth a word
  const ConstructLines &construct = *situation.construct;
  double called = construct.atomics_called, own = construct.atomics - called;
  std::string in_text = "It executes " + countText(own) + " atomic operations";
  if (called < many * construct.atomics)
    return in_text + ".";
  if (own < many * construct.atomics)
    return "Functions that it calls execute " + countText(called) + " atomic operations (" +
           calledPlace(construct) + ").";
  return in_text + ", and functions that it calls " + countText(called) + " (" +
         calledPlace(construct) + ").";
}

bool knowsOneThread(const Situation &situation) {
  auto knows = [](const ConstructLines &construct) { return construct.work.has_value(); };
  auto has_one = [](const ConstructLines &construct) {
    return construct.work && construct.work->one_s > 0;
  };
  const std::vector<ConstructLines> &all = situation.table.constructs;
  return std::ranges::none_of(all, knows) || std::ranges::any_of(all, has_one);
}

bool isOfOneThread(const Situation &situation) {
  const ConstructLines *construct = situation.construct;
  return construct && situation.table.threads > 1 && construct->nested_team > 0 &&
         construct->nested_team < 1.01;
}

namespace {

/// Whether a nested region most likely has one thread because nested teams are not allowed: neither
/// its directive nor the settings ask for more.
bool lacksNesting(const Situation &situation) {
  Situation region = situation;
  if (!isKind(region, "parallel"))
    region.construct = regionOf(situation);
  const std::map<std::string, std::string> &settings = situation.ledger.settings.environment;
  return !hasClause(region, "num_threads") && !hasIf(region) &&
         !settings.count("OMP_MAX_ACTIVE_LEVELS") && !settings.count("OMP_NESTED");
}

} // namespace

std::string oneThreadText(const Situation &situation, const std::string &meaning) {
  double times = situation.construct->instances;
  std::string each = times > 0 ? " (" + countText(times) + " times, " +
                                     timeText(situation.line.time.time_s / times) + " each)"
                               : "";
  return "Where omp_in_parallel() is true, call what the region holds without a region. "
         "The region lies in another one and has one thread" +
         each + ", " + meaning + ". An if clause still makes a region, of one thread." +
         (lacksNesting(situation) ? " Or allow nested teams (OMP_MAX_ACTIVE_LEVELS), if there are "
                                    "cores left for them."
                                  : "");
}

Rule tooDeepRule(std::string_view name, std::string_view category) {
  return {
      name,
      category,
      "teams of this run",
      [](const Situation &s) {
        return s.construct && s.construct->nested_team > 0 &&
               std::ranges::any_of(s.table.notes,
                                   [](const Note &note) { return note.rule == "too-deep"; });
      },
      "Start no region inside others below the first levels: call what it holds without one, or "
      "make tasks of it. Regions are nested deeper here than is measured. What starting those "
      "takes is in this row, and in the others of the same place.",
      About::Starts};
}

bool isMany(const Situation &situation) {
  return situation.construct && situation.construct->instances >= 10;
}

bool always(const Situation &) { return true; }

std::string percentOf(double part, double whole) {
  return whole > 0 ? percentText(part / whole) + " %" : "";
}

} // namespace tare
