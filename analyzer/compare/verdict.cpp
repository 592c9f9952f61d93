// SPDX-License-Identifier: Apache-2.0
#include "analyzer/compare/verdict.h"

#include "analyzer/ledger/categories.h"
#include "base/quantity.h"

#include <algorithm>

namespace tare {
namespace {

/// Of an overhead or "any", as people read it.
std::string named(const std::string &category) {
  return category == "any" ? "an overhead" : labelOf(category);
}

std::string atThreads(const ComparedTable &table) { return ", " + sizeHead(table.size()); }

bool isSame(const GateCause &a, const GateCause &b) {
  return a.category == b.category && a.size == b.size && a.construct == b.construct;
}

/// The first cause, and how many there are beside it.
std::string causesText(const std::vector<GateCause> &causes) {
  std::string text = causes.front().sentence;
  if (size_t others = causes.size() - 1)
    text +=
        " (and " + std::to_string(others) + (others == 1 ? " other figure)" : " other figures)");
  return text;
}

std::string failedText(const GateResult &result) {
  static const char *const said[] = {"; not confirmed by a second measurement (--rerun)",
                                     "; HEAD measured again, against the same BASE, confirms it",
                                     "; both sides measured again confirm it"};
  return causesText(result.causes) + said[static_cast<size_t>(result.confirmation)];
}

/// One figure that a gate holds against its limit.
struct Watched {
  GateCause cause; // without a sentence
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
    for (RunSize size : comparison_.only_in_base)
      conclude(GateVerdict::Open,
               {gate_.category, size, -1, "",
                "HEAD was not measured with " + sizeText(size) + ", as BASE was"});
    if (result_.verdict == GateVerdict::Failed)
      result_.reason = failedText(result_);
    else if (result_.verdict == GateVerdict::Open)
      result_.reason = causesText(result_.causes);
    else
      result_.reason = passedText();
    return std::move(result_);
  }

private:
  std::string passedText() const {
    if (!watched_)
      return "there is none of it at " + gate_.place + ", before or now";
    return "no growth beyond " + tenthPercent(needed()) + " of T_p";
  }

  double needed() const { return std::max(gate_.limit, least_); }

  /// A figure that cannot be compared leaves the gate open.
  void watchTable(const ComparedTable &table) {
    if (!table.isTestable() || table.parallel_s() <= 0)
      return leaveOpen(table, table.by_bands ? "the prediction has no band" + atThreads(table)
                                             : "fewer than " + std::to_string(fewest_repetitions) +
                                                   " repetitions on a side" + atThreads(table));
    if (gate_.category == "time")
      return watch(table, whole(table, table.parallel, "T_p"));
    if (gate_.category == "total")
      return watch(table, whole(table, table.total, "the sum of overheads"));
    if (comparison_.plans_differ)
      return leaveOpen(table, named(gate_.category) + atThreads(table) +
                                  ", cannot be known: plans left out different constructs of the "
                                  "two sides, and the time of these is in what is around them");
    if (const UntoldLine *untold = untoldLine(table, gate_.category, !gate_.place.empty()))
      return leaveOpen(table, named(gate_.category) + atThreads(table) +
                                  ", cannot be known: " + untold->reason);
    for (const Change &change : table.changes)
      if (isWatched(table, change))
        watch(table, changed(table, change));
  }

  void leaveOpen(const ComparedTable &table, const std::string &sentence) {
    conclude(GateVerdict::Open, {gate_.category, table.size(), -1, "", sentence});
  }

  Watched whole(const ComparedTable &table, const Difference &difference,
                const std::string &name) const {
    double share = difference.change_s / table.parallel_s();
    return {{gate_.category, table.size(), -1, "", ""},
            name,
            &difference,
            difference.p_value <= 0.05,
            share};
  }

  static Watched changed(const ComparedTable &table, const Change &change) {
    Watched watched{{change.category, table.size(), change.site, "", ""},
                    labelOf(change.category),
                    &change.difference,
                    change.significant,
                    change.share};
    if (change.site >= 0) {
      const Site &site = table.sites[size_t(change.site)].shown();
      watched.cause.construct = site.id;
      watched.name += " at " + site.file + ":" + std::to_string(site.line);
    }
    return watched;
  }

  /// "any" looks at all constructs, a named overhead at the whole program or at its place.
  bool isWatched(const ComparedTable &table, const Change &change) const {
    if (gate_.category == "any" ? !isOfTheProgram(change.category) ||
                                      untoldLine(table, change.category, change.site >= 0)
                                : change.category != gate_.category)
      return false;
    if (change.site < 0)
      return gate_.place.empty();
    return gate_.place.empty() ? gate_.category == "any"
                               : isAt(table.sites[size_t(change.site)], gate_.place);
  }

  void watch(const ComparedTable &table, Watched watched) {
    watched_ = true;
    const Difference &difference = *watched.difference;
    double half = difference.half_width_s() / table.parallel_s();
    auto because = [&](GateVerdict verdict, const std::string &sentence) {
      watched.cause.sentence = watched.name + atThreads(table) + ": " + sentence;
      conclude(verdict, watched.cause);
    };
    if (!difference.testable)
      return because(GateVerdict::Open, table.by_bands
                                            ? "no prediction of it is known"
                                            : "the values of the repetitions are not known");
    std::string grew =
        tenthPercent(watched.share) + " of T_p (95 % band ±" + tenthPercent(half) + ")";
    if (watched.share > gate_.limit && watched.share >= least_) {
      bool beyond = watched.significant && difference.low_s > gate_.limit * table.parallel_s();
      because(beyond ? GateVerdict::Failed : GateVerdict::Open,
              beyond ? grew : grew + ", not beyond the noise; more runs would tell");
    } else if (half > needed() && difference.high_s > needed() * table.parallel_s()) {
      because(GateVerdict::Open, grew + ", too noisy to see a growth of " + tenthPercent(needed()));
    }
  }

  /// Keeps the worst verdict, with all its causes.
  void conclude(GateVerdict verdict, const GateCause &cause) {
    if (verdict < result_.verdict)
      return;
    if (verdict > result_.verdict)
      result_.causes.clear();
    result_.verdict = verdict;
    result_.causes.push_back(cause);
  }

  const Gate &gate_;
  const Comparison &comparison_;
  double least_;
  bool watched_ = false;
  GateResult result_;
};

} // namespace

GateResult evaluateGate(const Gate &gate, const Comparison &comparison, const GateLimits &limits) {
  return Evaluation(gate, comparison, limits).make();
}

GateResult confirmed(const GateResult &first, const GateResult &again, Confirmation by) {
  if (first.verdict != GateVerdict::Failed)
    return first;
  GateResult result = first;
  std::erase_if(result.causes, [&](const GateCause &cause) {
    return again.verdict != GateVerdict::Failed ||
           std::ranges::none_of(again.causes,
                                [&](const GateCause &other) { return isSame(cause, other); });
  });
  if (result.causes.empty())
    return unconfirmed(first, "a second measurement did not confirm it: " + again.reason);
  result.confirmation = by;
  result.reason = failedText(result);
  return result;
}

GateResult unconfirmed(const GateResult &first, const std::string &why) {
  if (first.verdict != GateVerdict::Failed)
    return first;
  GateResult open = first;
  open.verdict = GateVerdict::Open;
  open.reason = causesText(first.causes) + "; " + why;
  return open;
}

const char *verdictName(GateVerdict verdict) {
  switch (verdict) {
  case GateVerdict::Passed:
    return "passed";
  case GateVerdict::Open:
    return "open";
  case GateVerdict::Failed:
    break;
  }
  return "failed";
}

const char *confirmationName(Confirmation confirmation) {
  static const char *const names[] = {"none", "head", "both"};
  return names[static_cast<size_t>(confirmation)];
}

} // namespace tare
