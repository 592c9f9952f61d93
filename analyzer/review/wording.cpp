// SPDX-License-Identifier: Apache-2.0
#include "analyzer/review/wording.h"

#include "analyzer/ledger/categories.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace tare {
namespace {

std::string formatted(const char *format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// Whether constructs with the same overhead grew as well: they explain the whole program's growth.
bool isExplained(const ComparedTable &table, const Change &whole) {
  return std::ranges::any_of(table.changes, [&](const Change &change) {
    return change.reported && change.site >= 0 && change.category == whole.category &&
           change.share > 0;
  });
}

/// Whether a finding is about a cause. A construct's finding explains a failure of the whole
/// program.
bool speaksOf(const GrowthFinding &finding, const GateCause &cause) {
  return finding.table->size() == cause.size && finding.change->category == cause.category &&
         (cause.site < 0 || cause.site == finding.change->site);
}

/// Whether a gate failed for what the finding is about.
bool isCausedBy(const GateResult &result, const GrowthFinding &finding) {
  return result.verdict == GateVerdict::Failed &&
         std::ranges::any_of(result.causes,
                             [&](const GateCause &cause) { return speaksOf(finding, cause); });
}

/// Of the first cause that has a place; null: none has.
const Site *siteOf(const GateResult &result, const Comparison &comparison) {
  for (const GateCause &cause : result.causes)
    for (const ComparedTable &table : comparison.tables)
      if (cause.site >= 0 && table.size() == cause.size)
        return &table.sites[size_t(cause.site)].shown();
  return nullptr;
}

} // namespace

std::string millisecondsText(double seconds, bool sign) {
  return formatted(sign ? "%+.2f" : "%.2f", 1e3 * seconds);
}

std::string shareText(double share, bool sign) {
  return formatted(sign ? "%+.1f" : "%.1f", 100 * share);
}

std::string halfWidthText(const Difference &difference, const ComparedTable &table) {
  if (!difference.testable || !(table.parallel_s() > 0))
    return "?";
  return shareText(difference.half_width_s() / table.parallel_s(), false);
}

std::string heldText(const Difference &difference) {
  return difference.testable ? heldName(heldBy(difference)) : "?";
}

bool asksIfHeld(const Review &review) { return review.comparison.predicted == PredictedSide::Base; }

std::string sideName(const Review &review, bool is_head) {
  PredictedSide side = review.comparison.predicted;
  if (side == PredictedSide::None || side == PredictedSide::Both)
    return is_head ? "HEAD" : "BASE";
  return (side == PredictedSide::Head) == is_head ? "predicted" : "measured";
}

std::string heldRowsText(const ComparedTable &table, const CompareLimits &limits) {
  auto isJudged = [](const Change &change) { return change.tested; };
  auto are = [&](Held held) {
    return std::ranges::count_if(table.changes, [&](const Change &change) {
      return change.tested && heldBy(change.difference) == held;
    });
  };
  auto judged = std::ranges::count_if(table.changes, isJudged);
  auto inside = are(Held::Inside), open = are(Held::Open);
  auto small = static_cast<std::ptrdiff_t>(table.changes.size()) - judged;
  std::string text = judged ? std::to_string(inside) + " of " + numberOf(judged, "row") +
                                  " of the program and its constructs" +
                                  (inside == 1 ? " lies" : " lie") + " inside the band"
                            : "No row is large enough to be judged";
  if (open)
    text += ", " + std::to_string(open) + (open == 1 ? " is" : " are") + " open";
  return text + ". " + numberOf(small, "row") + " of less than " +
         shareText(limits.least_effect / 2, false) + " % of T_p, or without a prediction, " +
         (small == 1 ? "is" : "are") + " not judged.";
}

std::string heldFootText(const CompareLimits &limits) {
  return "inside: the measured figure lies in the predicted 95 % band. outside: it does not, nor "
         "does any of its own band. open: its own band reaches in, and more repetitions decide. "
         "Of figures that hold, 1 in 20 lies outside. Listed are rows of the whole program, and "
         "constructs that are outside by " +
         shareText(limits.least_effect, false) + " % of T_p or more.";
}

std::string noChangeText(const ComparedTable &table, const CompareLimits &limits) {
  if (!table.isTestable())
    return table.by_bands ? "No verdict: the prediction has no band."
                          : "No verdict: too few repetitions.";
  return "No overhead changed by " + shareText(limits.least_effect, false) +
         " % of T_p or more beyond the noise. The widest band is ±" +
         shareText(blindness(table), false) + " % of T_p.";
}

std::string changeFootText(const CompareLimits &limits) {
  return "Means over the repetitions; wall-clock shares (time of all threads / p), in % of BASE's "
         "T_p, ± half of the 95 % band of the change. Listed is what is beyond the noise (false "
         "discovery rate " +
         shareText(limits.discovery_rate, false) + " %) and at least " +
         shareText(limits.least_effect, false) + " % of T_p.";
}

std::string placeText(const Site &site) { return site.file + ":" + std::to_string(site.line); }

std::string fateText(const ComparedSite &site) {
  if (site.unprobed)
    return std::string("without probes by a plan in ") + (site.base ? "HEAD" : "BASE");
  if (!site.base)
    return "new";
  if (!site.head)
    return "gone";
  std::string fate;
  if (site.base->file != site.head->file || site.base->line != site.head->line)
    fate = "was " + placeText(*site.base);
  if (site.by != MatchedBy::Exact)
    fate += std::string(fate.empty() ? "" : ", ") + "edited";
  return fate;
}

std::string changeSentence(const Change &change, const ComparedTable &table) {
  return labelOf(change.category) + " " + millisecondsText(change.difference.change_s, true) +
         " ms, " + shareText(change.share, true) + " % of T_p (95 % band +-" +
         halfWidthText(change.difference, table) + " %), " + sizeHead(table.size());
}

/// By the widest band of T_p and of the program's overheads.
double blindness(const ComparedTable &table) {
  double widest = table.parallel.half_width_s();
  for (const Change &change : table.changes)
    if (change.site < 0 && isOfTheProgram(change.category) && change.difference.testable)
      widest = std::max(widest, change.difference.half_width_s());
  return table.parallel_s() > 0 ? widest / table.parallel_s() : 0;
}

std::vector<GrowthFinding> growths(const Review &review) {
  std::vector<GrowthFinding> findings;
  if (review.comparison.plans_differ) // what grew may have come from what was left out
    return findings;
  for (const ComparedTable &table : review.comparison.tables)
    for (const Change *change : reportedChanges(table)) {
      bool whole = change->site < 0;
      if (change->share <= 0 || change->category == category::off_cpu || // the machine's
          (whole && isExplained(table, *change)))
        continue;
      findings.push_back({&table, change, whole ? nullptr : &table.sites[size_t(change->site)]});
    }
  return findings;
}

std::string fingerprintText(const GrowthFinding &finding, const Review &review) {
  std::string place = finding.site ? finding.site->shown().id : review.comparison.program;
  return place + "|" + finding.change->category + "|" + pText(finding.table->size());
}

std::vector<std::string> failedGates(const GrowthFinding &finding, const Review &review) {
  std::vector<std::string> gates;
  for (const GateResult &result : review.gates)
    if (isCausedBy(result, finding))
      gates.push_back(result.gate.text);
  return gates;
}

std::vector<GateFinding> gateFindings(const Review &review) {
  std::vector<GateFinding> findings;
  std::vector<GrowthFinding> grown = growths(review);
  std::set<std::string> known;
  for (const GateResult &result : review.gates) {
    auto isCause = [&](const GrowthFinding &finding) { return isCausedBy(result, finding); };
    if (result.verdict == GateVerdict::Passed || std::ranges::any_of(grown, isCause) ||
        !known.insert(result.gate.text).second)
      continue;
    findings.push_back({&result, siteOf(result, review.comparison)});
  }
  return findings;
}

std::string gateSentence(const GateResult &result) {
  return "gate " + result.gate.text + ": " + verdictName(result.verdict) + ". " + result.reason;
}

namespace {

std::string timesText(const Difference &difference) {
  return timeText(difference.base_s) + " -> " + timeText(difference.head_s);
}

/// "T_p: predicted 120 ± 6 ms, measured 123 ± 1 ms, inside the band"
std::string heldSentence(const char *name, const Difference &difference) {
  static const char *const said[] = {"inside the band", "outside of the band, but not for sure",
                                     "OUTSIDE of the band"};
  auto banded = [](double time_s, double half_s) {
    return half_s > 0 ? timeBandText(time_s, half_s) : timeText(time_s);
  };
  return std::string(name) + ": predicted " + banded(difference.base_s, difference.base_half_s) +
         ", measured " + banded(difference.head_s, difference.head_half_s) + ", " +
         (difference.testable ? said[static_cast<size_t>(heldBy(difference))]
                              : "and neither has a band");
}

std::string verdictText(const ComparedTable &table) {
  const Difference &difference = table.parallel;
  if (!difference.testable || !(table.parallel_s() > 0))
    return table.by_bands ? "and neither has a band" : "with too few repetitions for a test";
  double share = difference.change_s / table.parallel_s();
  std::string half = " % ± " + halfWidthText(difference, table);
  constexpr double sure = 0.05; // of no change
  if (difference.p_value > sure)
    return "no change beyond the noise (" + shareText(share, true) + half + ")";
  return (share > 0 ? "slower by " : "faster by ") + shareText(std::fabs(share), false) + half;
}

} // namespace

std::vector<std::string> loudSentences(const Review &review) {
  std::vector<std::string> sentences = review.results_differ;
  for (const std::string &sentence : review.unreliable)
    sentences.push_back(sentence + ". Do not read the figures.");
  return sentences;
}

std::vector<std::string> leadSentences(const Review &review) {
  std::vector<std::string> sentences = loudSentences(review);
  if (asksIfHeld(review)) {
    for (const ComparedTable &table : review.comparison.tables)
      sentences.push_back(sizeText(table.size()) + ". " + heldSentence("T_p", table.parallel) +
                          ". " + heldSentence("T_s", table.serial) + ".");
    return sentences;
  }
  for (const ComparedTable &table : review.comparison.tables)
    sentences.push_back(sizeText(table.size()) + ": T_p " + timesText(table.parallel) + ", " +
                        verdictText(table) + "; T_s " + timesText(table.serial) + ".");
  return sentences;
}

std::vector<std::string> cautions(const Review &review) {
  std::vector<std::string> sentences;
  for (const std::string &hindrance : review.forced)
    sentences.push_back("compared by force, though not alike: " + hindrance);
  for (const std::string &remark : review.comparison.remarks)
    sentences.push_back(remark);
  for (const ComparedTable &table : review.comparison.tables)
    if (table.by_bands)
      continue;
    else if (std::min(table.base_repetitions, table.head_repetitions) < fewest_repetitions)
      sentences.push_back(sizeHead(table.size()) + ": " + std::to_string(table.base_repetitions) +
                          " and " + std::to_string(table.head_repetitions) +
                          " repetitions with values: a test needs " +
                          std::to_string(fewest_repetitions) + " on each side");
    else if (std::min(table.base_accepted, table.head_accepted) < fewest_repetitions)
      sentences.push_back(sizeHead(table.size()) + ": " + std::to_string(table.base_accepted) +
                          " and " + std::to_string(table.head_accepted) +
                          " repetitions were little disturbed by other programs, so all " +
                          std::to_string(table.base_repetitions) + " and " +
                          std::to_string(table.head_repetitions) + " are used, and bands are wide");
  return sentences;
}

} // namespace tare
