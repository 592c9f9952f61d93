// SPDX-License-Identifier: Apache-2.0
#include "analyzer/advice/advice.h"

#include "analyzer/advice/guard.h"
#include "analyzer/advice/rule.h"
#include "analyzer/advice/said_once.h"
#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/reliability.h"
#include "analyzer/ledger/teams.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace tare {
namespace {

constexpr double construct_share = 0.25; // of its row
constexpr size_t most_constructs = 2, most_advice = 8;

struct Advised {
  double time_s = 0;     // of the row at this place in the source
  bool is_least = false; // the row has a range, and this is its lower end
  Advice advice;         // without its sentence
  SaidOfPlace said;
  bool everywhere = false; // as the rule says
  std::string where;       // of the whole program: its places, behind the share
};

class Adviser {
public:
  Adviser(const Ledger &ledger, const Table &table)
      : ledger_(ledger), table_(table), rules_(allRules()) {}

  std::vector<Advice> advice() {
    for (const LedgerLine &line : table_.overheads)
      if (isLarge(line) && !isVoid(line))
        addLine(line);
    tooManyThreads();
    std::ranges::stable_sort(found_, [](const Advised &a, const Advised &b) {
      return std::pair(a.advice.gain_s, a.time_s) > std::pair(b.advice.gain_s, b.time_s);
    });
    found_.resize(std::min(found_.size(), most_advice));
    return written();
  }

private:
  /// The sentences, without those that an earlier one has.
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
                               (found_[i].is_least ? " of T_p or more" : " of T_p") +
                               found_[i].where + "): " + said[i].text;
    }
    return advice;
  }

  /// Its band, if it has one, excludes 0.
  static bool isSure(const Estimate &time) {
    return time.time_s > 0 && (time.high_s <= time.low_s || time.low_s > 0);
  }

  double leastSeconds() const { return advised_share * table_.parallel_time.time_s; }

  /// Large enough for advice, and surely a loss.
  bool isLarge(const LedgerLine &line) const {
    return line.time.time_s >= leastSeconds() && isSure(line.time);
  }

  bool isVoid(const LedgerLine &line) const {
    return sharesCores(table_, ledger_.machine) && isVoidOnSharedCores(line.category);
  }

  /// Where a thread was when it lost its CPU is chance, so that row has no places.
  static bool hasPlaces(const LedgerLine &line) { return line.category != category::off_cpu; }

  /// The largest places of a row, else the whole program. Unparallelised code with no place gets
  /// both. Where threads waited for a CPU is not known of a ledger of an earlier version: what that
  /// may explain has no places then.
  void addLine(const LedgerLine &line) {
    Situation whole{ledger_, table_, line, nullptr};
    Guard guard(whole, leastSeconds());
    bool has_places = table_.cpu_waits || guard.explains() != Explains::Waiting;
    size_t before = found_.size();
    bool any = has_places && addPlaces(line);
    if (any && isMostlyMoreOfTheSame(line, before)) {
      found_.resize(before);
      any = false;
    }
    bool unknown = line.category == category::unparallelised && isMostlyElsewhere(table_, line);
    if (!any || unknown)
      add(whole, guard);
  }

  /// Whether what was found of the row since `before` says what holds of its other places, too, and
  /// these have more than half of it.
  bool isMostlyMoreOfTheSame(const LedgerLine &line, size_t before) const {
    double advised_s = 0;
    for (size_t i = before; i < found_.size(); ++i) {
      if (!found_[i].everywhere)
        return false;
      advised_s += found_[i].time_s;
    }
    return advised_s < 0.5 * line.time.time_s && !line.is_void;
  }

  /// The row of waiting for a CPU is large itself.
  bool adviceOnWaiting() const {
    const LedgerLine *waiting = lineOf(table_.overheads, category::off_cpu);
    return waiting && isLarge(*waiting);
  }

  bool addPlaces(const LedgerLine &whole) {
    double least_s = construct_share * whole.time.time_s;
    std::vector<std::pair<const LedgerLine *, const ConstructLines *>> places;
    for (const ConstructLines &construct : table_.constructs)
      if (const LedgerLine *line = lineOf(construct.overheads, whole.category);
          line && hasPlaces(whole))
        if (line->time.time_s >= least_s && isSure(line->time))
          places.push_back({line, &construct});
    std::ranges::stable_sort(places, [](const auto &a, const auto &b) {
      return a.first->time.time_s > b.first->time.time_s;
    });
    places.resize(std::min(places.size(), most_constructs));
    bool any = false;
    for (auto &[line, construct] : places) {
      Situation at{ledger_, table_, *line, construct, shapeOf(*construct)};
      any |= add(at, Guard(at, least_s));
    }
    return any;
  }

  /// By the first rule that applies and may speak. False: none does, or the row of waiting for a
  /// CPU says it for all of this one.
  bool add(const Situation &situation, const Guard &guard) {
    if (guard.isAllWaiting() && adviceOnWaiting())
      return false;
    for (const Rule &rule : rules_) {
      if (rule.category != situation.line.category || !guard.lets(rule.about) ||
          !rule.applies(situation))
        continue;
      double part = rule.part ? rule.part(situation) : 1;
      bool is_change = rule.about == About::Program || rule.about == About::Starts;
      std::string remark = is_change ? guard.remark() : "";
      found_.push_back(
          {situation.line.is_void ? surelyLost(situation.line) : timeAtPlace(situation),
           situation.line.is_void,
           {std::string(rule.category),
            situation.construct ? situation.construct->id : "",
            "",
            std::string(rule.name),
            std::string(rule.source),
            guard.gain(rule.about, part),
            {}},
           {placeText(situation), rule.sentence(situation) + remark},
           rule.everywhere,
           situation.construct ? "" : largestPlaceText(situation)});
      return true;
    }
    return false;
  }

  double timeAtPlace(const Situation &at) const {
    return at.construct ? timeAtDirective(table_, *at.construct, at.line.category)
                        : at.line.time.time_s;
  }

  /// "Load imbalance at x.c:31"
  static std::string placeText(const Situation &situation) {
    std::string text = labelOf(situation.line.category);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
      text[0] = static_cast<char>(text[0] - 'a' + 'A');
    if (situation.construct)
      text += " at " + sourceLine(*situation.construct);
    return text;
  }

  static std::string sourceLine(const ConstructLines &construct) {
    return printable(construct.file) + ":" + std::to_string(construct.line);
  }

  /// " at 16 places; most, 6.2 %, at x.c:31". Empty: most of the row has no place.
  static std::string largestPlaceText(const Situation &whole) {
    if (!hasPlaces(whole.line) || isMostlyElsewhere(whole.table, whole.line))
      return "";
    std::map<const ConstructLines *, double> times;
    for (const ConstructLines &construct : whole.table.constructs)
      if (const LedgerLine *line = lineOf(construct.overheads, whole.line.category))
        times[&directiveOf(whole.table, construct)] += line->time.time_s;
    auto less = [](const auto &a, const auto &b) {
      return std::pair(a.second, -a.first->line) < std::pair(b.second, -b.first->line);
    };
    auto most = std::ranges::max_element(times, less);
    if (most == times.end() || most->second <= 0)
      return "";
    std::vector<double> each;
    for (const auto &[place, time_s] : times)
      each.push_back(time_s);
    size_t places = countedPlaces(each);
    std::string count = places > 1 ? " at " + std::to_string(places) + " places" : "";
    return count + "; most, " + percentOf(most->second, whole.table.parallel_time.time_s) +
           ", at " + sourceLine(*most->first);
  }

  /// Too many threads for the cores hide the other rows, so it is said even of a small row.
  void tooManyThreads() {
    bool said = std::ranges::any_of(
        found_, [](const Advised &each) { return each.advice.category == category::off_cpu; });
    for (const LedgerLine &line : table_.overheads)
      if (sharesCores(table_, ledger_.machine) && !said && line.category == category::off_cpu &&
          line.time.time_s >= 0) {
        Situation whole{ledger_, table_, line, nullptr};
        add(whole, Guard(whole, 0));
      }
  }

  const Ledger &ledger_;
  const Table &table_;
  std::vector<Rule> rules_;
  std::vector<Advised> found_;
};

} // namespace

std::vector<Advice> adviceOn(const Ledger &ledger, const Table &table) {
  return isUnreliable(table) ? std::vector<Advice>() : Adviser(ledger, table).advice();
}

void advise(Ledger &ledger) {
  for (Table &table : ledger.tables)
    table.advice = adviceOn(ledger, table);
}

} // namespace tare
