// SPDX-License-Identifier: Apache-2.0
#include "driver/advised_times.h"

#include "analyzer/report/parts.h"
#include "base/text.h"
#include "driver/machine_facts.h"
#include "driver/whatif/questions.h"

#include <algorithm>

namespace tare {

namespace {

/// Advice that a report has room for.
constexpr size_t most_advice = 3;

using Kind = ConstructChange::Kind;

/// "Use schedule(static, 1), which ..." -> "static,1"; empty: none is named, or no number.
std::string scheduleNamed(const std::string &sentence) {
  constexpr std::string_view word = "schedule(";
  size_t at = sentence.find(word);
  if (at == std::string::npos)
    return "";
  size_t close = sentence.find(')', at);
  std::string inside = sentence.substr(at + word.size(), close - at - word.size());
  std::erase(inside, ' ');
  return inside;
}

const ConstructLines *constructOf(const Table &table, const std::string &id) {
  auto found = std::ranges::find(table.constructs, id, &ConstructLines::id);
  return found == table.constructs.end() ? nullptr : &*found;
}

struct AdvisedKind {
  Kind kind;
  const char *option;
  bool is_bound;
};

std::optional<AdvisedKind> kindOf(const std::string &rule) {
  if (startsWith(rule, "schedule-"))
    return AdvisedKind{Kind::Schedule, "--schedule", false};
  if (rule == "serial-hot-spot")
    return AdvisedKind{Kind::Parallel, "--parallel", true};
  if (rule == "critical-reduction" || rule == "lock-hold-less" || rule == "lock-less-often")
    return AdvisedKind{Kind::NoLock, "--without-lock", true};
  if (rule == "barrier-nowait")
    return AdvisedKind{Kind::NoBarrier, "--nowait", false};
  if (rule == "regions-merge" || rule == "regions-fewer")
    return AdvisedKind{Kind::OneRegion, "--one-region", false};
  if (rule == "sections-unequal")
    return AdvisedKind{Kind::Balanced, "--balanced", true};
  return std::nullopt;
}

} // namespace

std::optional<AdvisedChange> advisedChange(const Advice &advice, const Table &table) {
  const ConstructLines *construct = constructOf(table, advice.construct);
  std::optional<AdvisedKind> asked = kindOf(advice.rule);
  if (!construct || !asked)
    return std::nullopt;
  AdvisedChange made;
  made.is_bound = asked->is_bound;
  made.change.kind = asked->kind;
  made.change.constructs = {construct->id};
  made.change.place = construct->file + ":" + std::to_string(construct->line);
  made.options = std::string(asked->option) + " " + made.change.place;
  if (asked->kind != Kind::Schedule)
    return made;
  std::string named = scheduleNamed(advice.sentence);
  std::optional<LoopSchedule> schedule = parseSchedule(named);
  if (!schedule)
    return std::nullopt;
  made.change.schedule = *schedule;
  made.options += "=" + named;
  return made;
}

void predictAdvice(const std::string &results, Ledger &ledger, NodeRenewal *renewal) {
  if (ledger.tables.empty())
    return;
  Table &table = ledger.tables[advisedTable(ledger)];
  std::optional<Questions> questions;
  size_t looked_at = 0;
  for (Advice &advice : table.advice) {
    if (looked_at++ == most_advice)
      return;
    std::optional<AdvisedChange> change = advisedChange(advice, table);
    if (!change)
      continue;
    if (!questions) {
      Result<Questions> made = Questions::of(results, ledger, machineFacts(), renewal);
      if (!made.ok())
        return;
      questions.emplace(std::move(made).value());
      questions->startFrom(table.threads);
    }
    Scenario scenario;
    scenario.changes = {change->change};
    if (Result<Forecast> forecast = questions->forecast(scenario, change->options); forecast.ok())
      advice.predicted = {forecast.value().time, change->options, change->is_bound};
  }
}

} // namespace tare
