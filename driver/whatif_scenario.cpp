// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif_scenario.h"

#include "analyzer/report/at_place.h"
#include "base/quantity.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

namespace tare {
namespace {

using Kind = ConstructChange::Kind;

/// How one kind of change is asked for.
struct Asked {
  const char *option;
  Kind kind;
  const std::vector<std::string> &values;
  double least; // number that it wants at least; 0: it wants none, or a depth
  bool wantsNumber() const { return least > 0 || kind == Kind::Cutoff; }
};

constexpr double least_speed = 0.001, most_number = 1e6;

std::vector<Asked> askedBy(const WhatifOptions &o) {
  return {{"--schedule", Kind::Schedule, o.schedule, 0},
          {"--balanced", Kind::Balanced, o.balanced, 0},
          {"--faster", Kind::Faster, o.faster, least_speed},
          {"--free", Kind::Faster, o.free, 0},
          {"--nowait", Kind::NoBarrier, o.nowait, 0},
          {"--without-lock", Kind::NoLock, o.without_lock, 0},
          {"--split-lock", Kind::SplitLock, o.split_lock, 1},
          {"--shorter-lock", Kind::ShorterLock, o.shorter_lock, 1},
          {"--parallel", Kind::Parallel, o.parallel, 0},
          {"--one-region", Kind::OneRegion, o.one_region, 0},
          {"--bigger-tasks", Kind::BiggerTasks, o.bigger_tasks, 1},
          {"--cutoff", Kind::Cutoff, o.cutoff, 0}};
}

bool hasKind(const ConstructLines &construct, std::initializer_list<const char *> kinds) {
  return std::ranges::any_of(kinds, [&](const char *kind) { return construct.kind == kind; });
}

bool isOf(Kind kind, const ConstructLines &construct) {
  switch (kind) {
  case Kind::Schedule:
    return construct.kind == "for";
  case Kind::NoBarrier:
    return hasKind(construct, {"for", "sections", "single", "barrier", "scope"});
  case Kind::NoLock:
  case Kind::SplitLock:
  case Kind::ShorterLock:
    return hasKind(construct, {"critical", "lock"});
  case Kind::Parallel:
    return construct.in_serial_code;
  case Kind::BiggerTasks:
  case Kind::Cutoff:
    return hasKind(construct, {"task", "taskloop"});
  case Kind::OneRegion:
    return construct.kind == "parallel";
  case Kind::Balanced:
    return hasKind(construct, {"for", "sections", "parallel"});
  case Kind::Faster:
    break;
  }
  return true;
}

const char *wanted(Kind kind) {
  switch (kind) {
  case Kind::Schedule:
    return "a worksharing loop";
  case Kind::NoBarrier:
    return "a loop, sections, single or barrier";
  case Kind::NoLock:
  case Kind::SplitLock:
  case Kind::ShorterLock:
    return "a critical or a lock routine";
  case Kind::Parallel:
    return "a measured statement of serial code";
  case Kind::BiggerTasks:
  case Kind::Cutoff:
    return "a task";
  case Kind::OneRegion:
    return "a parallel region";
  default:
    return "a region, a loop or sections";
  }
}

std::map<std::string, const ConstructLines *> constructsOf(const Ledger &ledger) {
  std::map<std::string, const ConstructLines *> constructs;
  for (const Table &table : ledger.tables)
    for (const ConstructLines &construct : table.constructs)
      constructs.emplace(construct.id, &construct);
  return constructs;
}

/// Those at the place itself, where some of them are of that kind; else those inside of it.
std::set<std::string> fitting(const Ledger &ledger, const std::set<std::string> &ids,
                              const AtPlace &place, Kind kind) {
  std::map<std::string, const ConstructLines *> constructs = constructsOf(ledger);
  std::set<std::string> here, inside;
  bool has_loop = false;
  for (const std::string &id : ids) {
    auto found = constructs.find(id);
    if (found == constructs.end() || !isOf(kind, *found->second))
      continue;
    const ConstructLines &construct = *found->second;
    inside.insert(id);
    bool begins = !place.file.empty() && construct.line >= place.first &&
                  construct.line <= std::max(place.last, place.first);
    if (begins)
      here.insert(id);
    has_loop |= begins && construct.kind != "parallel";
  }
  if (kind == Kind::Balanced && has_loop) // of `parallel for` the loop
    std::erase_if(here, [&](const std::string &id) { return constructs[id]->kind == "parallel"; });
  return here.empty() || kind == Kind::Faster ? inside : here;
}

Result<std::set<std::string>> constructsFor(const Ledger &ledger, const std::string &text,
                                            Kind kind, const char *option) {
  if (constructsOf(ledger).count(text))
    return std::set<std::string>{text};
  TARE_TRY(AtPlace place, readAtPlace(text));
  Result<std::set<std::string>> begun = constructsAt(ledger, place);
  if (!begun.ok() && place.first == place.last && place.first > 1 && kind != Kind::Faster) {
    --place.first; // the statement behind a pragma
    begun = constructsAt(ledger, place);
  }
  TARE_TRY(std::set<std::string> ids, std::move(begun));
  std::set<std::string> fit = fitting(ledger, ids, place, kind);
  if (fit.empty())
    return Error{std::string(option) + " wants " + wanted(kind) + ", and there is none", text,
                 "tare report --at " + text + " shows what is there"};
  return fit;
}

Result<double> numberIn(const std::string &typed, const std::string &text, const Asked &asked) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool is_number = error == std::errc() && end == text.data() + text.size() && !text.empty();
  bool is_depth = asked.kind == Kind::Cutoff;
  if (is_number && is_depth && value != std::floor(value))
    return Error{std::string(asked.option) + " wants P=NUMBER with a whole number, not '" + typed + "'"};
  if (!is_number || !(value >= asked.least) || !(value <= most_number))
    return Error{std::string(asked.option) + " wants P=NUMBER with a number from " +
                 ratioText(asked.least) + " to 1000000, such as solve=2, not '" + typed + "'"};
  return value;
}

Result<ConstructChange> changeOf(const Asked &asked, const std::string &text,
                                 const Ledger &ledger) {
  ConstructChange change;
  change.kind = asked.kind;
  change.place = text;
  bool has_value = asked.wantsNumber() || asked.kind == Kind::Schedule;
  if (has_value) {
    size_t equals = text.rfind('=');
    if (equals == std::string::npos || equals == 0)
      return Error{std::string(asked.option) + " wants P=" +
                   (asked.wantsNumber() ? "NUMBER" : "KIND[,CHUNK]") + ", not '" + text + "'"};
    change.place = text.substr(0, equals);
    std::string value = text.substr(equals + 1);
    if (asked.wantsNumber()) {
      TARE_TRY(change.factor, numberIn(text, value, asked));
    } else if (std::optional<LoopSchedule> schedule = parseSchedule(value)) {
      change.schedule = *schedule;
    } else {
      return Error{"--schedule knows static, dynamic and guided, with a chunk such as dynamic,4; "
                   "not '" + value + "'"};
    }
  }
  if (std::string(asked.option) == "--free")
    change.factor = std::numeric_limits<double>::infinity();
  TARE_TRY(change.constructs, constructsFor(ledger, change.place, asked.kind, asked.option));
  return change;
}

/// What excludes each other: a balanced loop has no schedule.
Kind oneOf(Kind kind) { return kind == Kind::Balanced ? Kind::Schedule : kind; }

/// Two changes of one kind at one construct.
Result<void> checkConsistent(const Scenario &scenario) {
  std::map<std::pair<Kind, std::string>, std::string> known;
  for (const ConstructChange &change : scenario.changes)
    for (const std::string &id : change.constructs) {
      auto [found, is_new] = known.emplace(std::pair{oneOf(change.kind), id}, change.text());
      if (!is_new && found->second != change.text())
        return Error{"two changes contradict each other: " + found->second + ", and " +
                     change.text()};
    }
  return {};
}

} // namespace

Result<std::vector<Scenario>> askedScenarios(const WhatifOptions &options, const Ledger &ledger) {
  Scenario scenario;
  scenario.cores = options.cores;
  scenario.pinned = !options.places.empty();
  if (!options.wait_policy.empty())
    scenario.waiting = options.wait_policy == "active" ? Waiting::Active : Waiting::Passive;
  for (const Asked &asked : askedBy(options))
    for (const std::string &text : asked.values) {
      TARE_TRY(ConstructChange change, changeOf(asked, text, ledger));
      scenario.changes.push_back(std::move(change));
    }
  TARE_DO(checkConsistent(scenario));
  std::vector<Scenario> scenarios(std::max<size_t>(options.threads.size(), 1), scenario);
  for (size_t i = 0; i < options.threads.size(); ++i)
    scenarios[i].threads = options.threads[i];
  return scenarios;
}

std::string optionsText(const WhatifOptions &options, const Scenario &scenario) {
  std::string text;
  auto add = [&](const std::string &word) { text += (text.empty() ? "" : " ") + word; };
  if (scenario.threads > 0)
    add("--threads " + std::to_string(scenario.threads));
  if (options.cores > 0)
    add("--cores " + ratioText(options.cores));
  if (!options.places.empty())
    add("--places " + options.places);
  if (!options.wait_policy.empty())
    add("--wait-policy " + options.wait_policy);
  for (const Asked &asked : askedBy(options))
    for (const std::string &value : asked.values)
      add(std::string(asked.option) + " " + value);
  return text;
}

} // namespace tare
