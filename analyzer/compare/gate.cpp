// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/gate.h"

#include "analyzer/ledger/categories.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tare {
namespace {

constexpr const char *form = "a gate is NAME > PERCENT, such as 'any > 5%', 'locks > 3%', "
                             "'load_imbalance@lu2.c:31 > 5%', 'time > 5%'";

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  return text;
}

/// The full name of a category from its end, such as "locks".
Result<std::string> fullName(const std::string &name) {
  if (name == "any" || name == "time" || name == "total")
    return name;
  std::vector<std::string> found;
  for (const CategoryInfo &info : allCategories()) {
    std::string full(info.name);
    if (full == name)
      return full;
    if (endsWith(full, "." + name))
      found.push_back(full);
  }
  if (found.size() == 1)
    return found.front();
  if (found.empty())
    return Error{"no overhead is called '" + name + "'", "", form};
  return Error{"several overheads are called so: " + joinText(found, ", "), "", form};
}

Result<double> limitOf(const std::string &text) {
  std::string number(trimText(text));
  if (!number.empty() && number.back() == '%')
    number = std::string(trimText(std::string_view(number).substr(0, number.size() - 1)));
  char *end = nullptr;
  double value = std::strtod(number.c_str(), &end);
  if (number.empty() || *end != '\0' || !(value >= 0 && value <= 1e6))
    return Error{"'" + text + "' is no limit in per cent", "", form};
  return value / 100;
}

bool isAt(const Site &site, const std::string &place) {
  if (site.file == place || site.file + ":" + std::to_string(site.line) == place)
    return true;
  std::vector<std::string> parts = splitText(site.id, '#');
  return std::ranges::find(parts, place) != parts.end();
}

/// One figure that a gate holds against its limit.
struct Watched {
  std::string name;
  const Difference *difference;
  bool significant;
  double share;
};

class Evaluation {
public:
  Evaluation(const Gate &gate, const Comparison &comparison, const GateLimits &limits)
      : gate_(gate), comparison_(comparison), least_(limits.least_effect) {
    result_.gate = gate;
  }

  GateResult make() {
    for (const ComparedTable &table : comparison_.tables)
      watchTable(table);
    if (result_.reason.empty())
      result_.reason =
          watched_ ? "no growth beyond " + percent(std::max(gate_.limit, least_)) + " of T_p"
                   : "nothing of this name was measured on either side";
    return std::move(result_);
  }

private:
  void watchTable(const ComparedTable &table) {
    if (gate_.category == "time")
      return watch(table, whole(table, table.parallel, "T_p"));
    if (gate_.category == "total")
      return watch(table, whole(table, table.total, "the sum of overheads"));
    for (const Change &change : table.changes)
      if (isWatched(table, change))
        watch(table, {nameOf(table, change), &change.difference, change.significant, change.share});
  }

  static Watched whole(const ComparedTable &table, const Difference &difference,
                       const std::string &name) {
    double share = table.parallel_s() > 0 ? difference.change_s / table.parallel_s() : 0;
    return {name, &difference, difference.p_value <= 0.05, share};
  }

  bool isWatched(const ComparedTable &table, const Change &change) const {
    if (gate_.category == "any" ? !isOfTheProgram(change.category)
                                : change.category != gate_.category)
      return false;
    if (change.site < 0)
      return gate_.place.empty();
    const ComparedSite &site = table.sites[size_t(change.site)];
    return gate_.place.empty() ? gate_.category == "any" : isAt(site.shown(), gate_.place);
  }

  static std::string nameOf(const ComparedTable &table, const Change &change) {
    if (change.site < 0)
      return change.category;
    const Site &site = table.sites[size_t(change.site)].shown();
    return change.category + " at " + site.file + ":" + std::to_string(site.line);
  }

  void watch(const ComparedTable &table, const Watched &watched) {
    watched_ = true;
    const Difference &difference = *watched.difference;
    std::string name = watched.name + ", p = " + std::to_string(table.threads);
    double whole = table.parallel_s(), half = difference.half_width_s() / whole;
    double needed = std::max(gate_.limit, least_);
    if (!(whole > 0) || !difference.testable)
      return conclude(Verdict::Open,
                      "fewer than " + std::to_string(fewest_tuples) +
                          " accepted tuples on a side, p = " + std::to_string(table.threads));
    std::string grew =
        name + ": " + percent(watched.share) + " of T_p (95 % band +-" + percent(half) + ")";
    if (watched.share > gate_.limit && watched.share >= least_) {
      bool beyond = watched.significant && difference.low_s > gate_.limit * whole;
      return conclude(beyond ? Verdict::Failed : Verdict::Open,
                      beyond ? grew : grew + ", not beyond the noise; more runs would tell");
    }
    if (half > needed)
      conclude(Verdict::Open, grew + ": too noisy to see a growth of " + percent(needed));
  }

  /// The worst verdict stays, with its first reason.
  void conclude(Verdict verdict, const std::string &reason) {
    if (verdict <= result_.verdict)
      return;
    result_.verdict = verdict;
    result_.reason = reason;
  }

  const Gate &gate_;
  const Comparison &comparison_;
  double least_;
  bool watched_ = false;
  GateResult result_;
};

} // namespace

Result<Gate> parseGate(const std::string &text) {
  size_t sign = text.rfind('>');
  if (sign == std::string::npos)
    return Error{"'" + text + "' is no gate", "", form};
  std::string name(trimText(std::string_view(text).substr(0, sign)));
  Gate gate;
  gate.text = std::string(trimText(text));
  size_t at = name.find('@');
  if (at != std::string::npos) {
    gate.place = std::string(trimText(std::string_view(name).substr(at + 1)));
    name = std::string(trimText(std::string_view(name).substr(0, at)));
    if (gate.place.empty())
      return Error{"'" + text + "' names no place behind @", "", form};
  }
  Result<std::string> full = fullName(name);
  if (!full.ok())
    return full.error();
  if (!gate.place.empty() && (full.value() == "time" || full.value() == "total"))
    return Error{"'" + name + "' is of the whole program and has no place", "", form};
  gate.category = full.value();
  Result<double> limit = limitOf(text.substr(sign + 1));
  if (!limit.ok())
    return limit.error();
  gate.limit = limit.value();
  return gate;
}

GateResult evaluateGate(const Gate &gate, const Comparison &comparison, const GateLimits &limits) {
  return Evaluation(gate, comparison, limits).make();
}

GateResult confirmed(const GateResult &first, const GateResult &again) {
  if (first.verdict != Verdict::Failed || again.verdict == Verdict::Failed)
    return first;
  GateResult open = first;
  open.verdict = Verdict::Open;
  open.reason += "; a second pair of runs did not confirm it: " + again.reason;
  return open;
}

const char *verdictName(Verdict verdict) {
  switch (verdict) {
  case Verdict::Passed:
    return "passed";
  case Verdict::Open:
    return "open";
  case Verdict::Failed:
    break;
  }
  return "failed";
}

} // namespace tare
