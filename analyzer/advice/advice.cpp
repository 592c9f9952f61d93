// SPDX-License-Identifier: Apache-2.0
#include "analyzer/advice/advice.h"

#include "analyzer/advice/rule.h"
#include "analyzer/advice/said_once.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/teams.h"
#include "base/lists.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

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
  return construct && construct->work && construct->atomics > 0 &&
         construct->atomics * atomic_s > large * construct->work->many_s;
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
  std::string in_text = "it executes " + countText(own) + " atomic operations";
  if (called < many * construct.atomics)
    return in_text;
  if (own < many * construct.atomics)
    return "functions that it calls execute " + countText(called) + " atomic operations (" +
           calledPlace(construct) + ")";
  return in_text + " and functions that it calls " + countText(called) + " (" +
         calledPlace(construct) + ")";
}

bool knowsOneThread(const Situation &situation) {
  auto knows = [](const ConstructLines &construct) { return construct.work.has_value(); };
  auto has_one = [](const ConstructLines &construct) {
    return construct.work && construct.work->one_s > 0;
  };
  const std::vector<ConstructLines> &all = situation.table.constructs;
  return std::ranges::none_of(all, knows) || std::ranges::any_of(all, has_one);
}

namespace {

double lostSeconds(const LedgerLine *off_cpu) {
  return off_cpu ? std::max(off_cpu->time.time_s, 0.0) : 0;
}

} // namespace

double withoutCoreSeconds(const Table &table) {
  return std::max(timeOf(table, category::off_cpu), 0.0);
}

double withoutCoreSeconds(const Situation &situation) {
  if (ofProgram(situation))
    return withoutCoreSeconds(situation.table);
  double lost = lostSeconds(lineOf(situation.construct->overheads, category::off_cpu));
  const ConstructLines *region = regionOf(situation);
  if (region && !isKind(situation, "parallel"))
    lost += lostSeconds(lineOf(region->overheads, category::off_cpu));
  return lost;
}

bool mayBeWithoutCore(const Situation &situation) {
  // Off-CPU time below the noise limit, or below a quarter of the line, does not explain it.
  constexpr double of_line = 0.25, of_time = 0.01;
  double lost = withoutCoreSeconds(situation);
  return lost > of_time * situation.table.parallel_time.time_s &&
         lost >= of_line * situation.line.time.time_s;
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
  return "its region lies in another one and has one thread, " + meaning + each +
         ": where omp_in_parallel() is true, call what it holds without a region (an if clause "
         "still makes one, of one thread)" +
         (lacksNesting(situation) ? ", or allow nested teams (OMP_MAX_ACTIVE_LEVELS) if cores are "
                                    "left for them."
                                  : ".");
}

std::string percentOf(double part, double whole) {
  return whole > 0 ? percentText(part / whole) + " %" : "";
}

namespace {

constexpr double construct_share = 0.25; // of its line
constexpr size_t most_constructs = 2, most_advice = 8;

struct Advised {
  double time_s = 0;
  Advice advice; // without its sentence
  SaidOfPlace said;
};

class Adviser {
public:
  Adviser(const Ledger &ledger, const Table &table)
      : ledger_(ledger), table_(table), rules_(allRules()) {}

  std::vector<Advice> advice() {
    for (const LedgerLine &line : table_.overheads)
      if (isLarge(line) && isSound(line))
        addLine(line);
    tooManyThreads();
    std::ranges::stable_sort(found_, std::greater(), &Advised::time_s);
    found_.resize(std::min(found_.size(), most_advice));
    return written();
  }

private:
  /// The sentences, without words that an earlier one has.
  std::vector<Advice> written() {
    std::vector<SaidOfPlace> said;
    for (const Advised &each : found_)
      said.push_back(each.said);
    sayOnce(said);
    std::vector<Advice> advice;
    for (size_t i = 0; i < said.size(); ++i) {
      advice.push_back(std::move(found_[i].advice));
      advice.back().sentence = said[i].place + " (" +
                               percentOf(found_[i].time_s, table_.parallel_time.time_s) +
                               " of T_p): " + said[i].text;
    }
    return advice;
  }

  /// Its band, if it has one, excludes 0.
  static bool isSure(const Estimate &time) {
    return time.time_s > 0 && (time.high_s <= time.low_s || time.low_s > 0);
  }

  /// Large enough for advice, and surely a loss.
  bool isLarge(const LedgerLine &line) const {
    return line.time.time_s >= advised_share * table_.parallel_time.time_s && isSure(line.time);
  }

  /// Whether a line is what it seems: not so for waits for threads that have no core, nor for work
  /// on shared cores.
  bool isSound(const LedgerLine &line) const {
    static constexpr std::string_view waits[] = {
        category::locks,          category::barriers,  category::user_waits,
        category::load_imbalance, category::fork_join, category::partially_parallelised};
    static constexpr std::string_view speeds[] = {category::work_rate, category::data_access,
                                                  category::runtime_scheduling,
                                                  category::task_creation};
    bool waits_here = std::ranges::find(waits, line.category) != std::end(waits);
    bool works = std::ranges::find(speeds, line.category) != std::end(speeds);
    if (sharesCores(table_, ledger_.machine))
      return !waits_here && !works;
    return !waits_here || line.time.time_s >= withoutCoreSeconds(table_);
  }

  /// Where a thread was when it lost its core is chance, so that line has no places.
  static bool hasPlaces(const LedgerLine &line) { return line.category != category::off_cpu; }

  /// The largest places of a line, else the whole program. Unparallelised code with no place gets
  /// both.
  void addLine(const LedgerLine &whole) {
    std::vector<std::pair<const LedgerLine *, const ConstructLines *>> places;
    for (const ConstructLines &construct : table_.constructs)
      if (const LedgerLine *line = lineOf(construct.overheads, whole.category);
          line && hasPlaces(whole))
        if (line->time.time_s >= construct_share * whole.time.time_s && isSure(line->time))
          places.push_back({line, &construct});
    std::ranges::stable_sort(places, [](const auto &a, const auto &b) {
      return a.first->time.time_s > b.first->time.time_s;
    });
    places.resize(std::min(places.size(), most_constructs));
    bool any = false;
    for (auto &[line, construct] : places)
      any |= add({ledger_, table_, *line, construct, shapeOf(*construct)});
    bool unknown = whole.category == category::unparallelised && isMostlyElsewhere(table_, whole);
    if (!any || unknown)
      add({ledger_, table_, whole, nullptr});
  }

  /// By the first rule that applies. False: none does.
  bool add(const Situation &situation) {
    for (const Rule &rule : rules_) {
      if (rule.category != situation.line.category || !rule.applies(situation))
        continue;
      std::string id = situation.construct ? situation.construct->id : "";
      found_.push_back(
          {situation.line.time.time_s,
           {std::string(rule.category), id, "", std::string(rule.name), std::string(rule.source)},
           {placeText(situation), rule.sentence(situation)}});
      return true;
    }
    return false;
  }

  /// "Load imbalance at x.c:31"
  static std::string placeText(const Situation &situation) {
    std::string text = labelOf(situation.line.category);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
      text[0] = static_cast<char>(text[0] - 'a' + 'A');
    if (situation.construct)
      text += " at " + printable(situation.construct->file) + ":" +
              std::to_string(situation.construct->line);
    return text;
  }

  /// Too many threads for the cores hide the other lines, so it is said even of a small line.
  void tooManyThreads() {
    bool said = std::ranges::any_of(
        found_, [](const Advised &each) { return each.advice.category == category::off_cpu; });
    for (const LedgerLine &line : table_.overheads)
      if (sharesCores(table_, ledger_.machine) && !said && line.category == category::off_cpu &&
          line.time.time_s >= 0)
        add({ledger_, table_, line, nullptr});
  }

  const Ledger &ledger_;
  const Table &table_;
  std::vector<Rule> rules_;
  std::vector<Advised> found_;
};

} // namespace

std::vector<Advice> adviceOn(const Ledger &ledger, const Table &table) {
  return Adviser(ledger, table).advice();
}

void advise(Ledger &ledger) {
  for (Table &table : ledger.tables)
    table.advice = adviceOn(ledger, table);
}

} // namespace tare
