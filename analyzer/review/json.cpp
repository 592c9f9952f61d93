// SPDX-License-Identifier: Apache-2.0
#include "analyzer/review/review.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"

#include <cmath>

namespace tare {
namespace {

using json::amount;
using json::Fields;

/// Rounded, still in seconds: a change of a figure below a nanosecond is none.
double nanoseconds(double seconds) {
  return std::isfinite(seconds) ? std::round(seconds * 1e9) / 1e9 : 0;
}

constexpr json::Number seconds{0, 0, nanoseconds}, as_it_is{};

/// Band and p-value are there where a test could be made.
void differenceFields(Fields &io, const Difference &difference) {
  io.written("base_s", difference.base_s, seconds);
  io.written("head_s", difference.head_s, seconds);
  io.written("change_s", difference.change_s, seconds);
  if (!difference.testable)
    return;
  if (difference.base_half_s > 0 || difference.head_half_s > 0) {
    io.written("base_half_s", difference.base_half_s, seconds);
    io.written("head_half_s", difference.head_half_s, seconds);
  }
  io.written("low_s", difference.low_s, seconds);
  io.written("high_s", difference.high_s, seconds);
  io.written("p_value", difference.p_value, amount);
}

void siteFields(Fields &io, const Site &site) {
  io.written("id", site.id);
  io.written("kind", site.kind);
  io.written("file", site.file);
  io.written("line", site.line);
  io.written("column", site.column);
  io.written("directive", site.directive);
}

void constructFields(Fields &io, const ComparedSite &site) {
  io.written("matched_by", matchName(site.by));
  if (site.base)
    io.written("base", *site.base, siteFields);
  if (site.head)
    io.written("head", *site.head, siteFields);
  if (site.unprobed)
    io.written("left_out", true);
}

void changeFields(Fields &io, const Change &change, const ComparedTable &table, bool asks_if_held) {
  differenceFields(io, change.difference);
  io.written("category", change.category);
  io.written("share", change.share, amount);
  io.written("reported", change.reported);
  if (change.tested && asks_if_held)
    io.written("held", heldName(heldBy(change.difference)));
  else if (change.tested)
    io.written("false_discovery_rate", change.false_rate, amount);
  if (change.site >= 0)
    io.written("construct", table.sites[size_t(change.site)], constructFields);
}

void tableFields(Fields &io, const ComparedTable &table, bool asks_if_held) {
  io.written("threads", table.threads);
  if (table.ranks > 0)
    io.written("ranks", table.ranks);
  io.written("base_tuples", table.base_repetitions);
  io.written("head_tuples", table.head_repetitions);
  io.written("serial_time", table.serial, differenceFields);
  io.written("parallel_time", table.parallel, differenceFields);
  io.written("total_overhead", table.total, differenceFields);
  if (asks_if_held && table.parallel.testable)
    io.written("held", heldName(heldBy(table.parallel)));
  io.written("changes", table.changes, [&](Fields &inner, const Change &change) {
    changeFields(inner, change, table, asks_if_held);
  });
}

void gateFields(Fields &io, const GateResult &result) {
  io.written("gate", result.gate.text);
  io.written("verdict", verdictName(result.verdict));
  io.written("confirmation", confirmationName(result.confirmation));
  io.written("reason", result.reason);
}

void reviewFields(Fields &io, const Review &review) {
  const Comparison &comparison = review.comparison;
  io.schema(formats::comparison);
  io.written("program", comparison.program);
  io.written("base", review.base);
  io.written("head", review.head);
  io.written("false_discovery_rate", comparison.limits.discovery_rate, as_it_is);
  io.written("least_effect", comparison.limits.least_effect, as_it_is);
  io.written("forced", review.forced);
  io.written("results_differ", review.results_differ);
  if (!review.unreliable.empty())
    io.written("unreliable", review.unreliable);
  io.written("remarks", comparison.remarks);
  if (!comparison.base_scenario.empty())
    io.written("base_predicted", comparison.base_scenario);
  if (!comparison.head_scenario.empty())
    io.written("head_predicted", comparison.head_scenario);
  io.written("tables", comparison.tables, [&](Fields &inner, const ComparedTable &table) {
    tableFields(inner, table, comparison.predicted == PredictedSide::Base);
  });
  io.written("gates", review.gates, gateFields);
}

} // namespace

std::string reviewJson(const Review &review) { return json::write(review, reviewFields, 2); }

} // namespace tare
