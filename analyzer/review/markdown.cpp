// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/markdown_text.h"
#include "analyzer/review/wording.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

/// `label` and `where` are markdown already.
std::string row(const std::string &label, const std::string &where, const Difference &difference,
                double share, const ComparedTable &table) {
  return "| " + label + " | " + where + " | " + millisecondsText(difference.base_s, false) + " | " +
         millisecondsText(difference.head_s, false) + " | " +
         millisecondsText(difference.change_s, true) + " | " + shareText(share, true) + " ± " +
         halfWidthText(difference, table) + " |\n";
}

std::string wholeRow(const std::string &label, const Difference &difference,
                     const ComparedTable &table) {
  double whole = table.parallel_s();
  return row(label, "", difference, whole > 0 ? difference.change_s / whole : 0, table);
}

/// Place, directive and fate of a construct.
std::string whereText(const ComparedSite &site) {
  std::string fate = fateText(site);
  return markdownText(placeText(site.shown())) +
         (site.shown().directive.empty() ? "" : " " + markdownText(site.shown().directive)) +
         (fate.empty() ? "" : " (" + markdownText(fate) + ")");
}

std::string heldRow(const std::string &label, const std::string &where,
                    const Difference &difference) {
  return "| " + label + " | " + where + " | " + millisecondsText(difference.base_s, false) + " ± " +
         millisecondsText(difference.base_half_s, false) + " | " +
         millisecondsText(difference.head_s, false) + " ± " +
         millisecondsText(difference.head_half_s, false) + " | " + heldText(difference) + " |\n";
}

std::string heldTable(const ComparedTable &table, const CompareLimits &limits) {
  std::string text = "\n**" + sizeHead(table.size()) +
                     "**\n\n"
                     "| overhead | where | predicted ms | measured ms | |\n"
                     "|---|---|--:|--:|---|\n";
  text += heldRow("Serial time T\\_s", "", table.serial);
  text += heldRow("Parallel time T\\_p", "", table.parallel);
  text += heldRow("Sum of overheads", "", table.total);
  for (const Change &change : table.changes)
    if (change.site < 0 ? change.tested : change.reported)
      text +=
          heldRow(markdownText(labelOf(change.category)),
                  change.site < 0 ? "whole program" : whereText(table.sites[size_t(change.site)]),
                  change.difference);
  return text + "\n" + markdownText(heldRowsText(table, limits)) + "\n";
}

std::string tableText(const Review &review, const ComparedTable &table) {
  std::string text = "\n**" + sizeHead(table.size()) + "** (" +
                     std::to_string(table.base_repetitions) + " and " +
                     std::to_string(table.head_repetitions) +
                     " repetitions)\n\n"
                     "| overhead | where | " +
                     sideName(review, false) + " ms | " + sideName(review, true) +
                     " ms | change ms | % of T\\_p |\n"
                     "|---|---|--:|--:|--:|--:|\n";
  text += wholeRow("Serial time T\\_s", table.serial, table);
  text += wholeRow("Parallel time T\\_p", table.parallel, table);
  text += wholeRow("Sum of overheads", table.total, table);
  for (const Change *change : reportedChanges(table))
    text += row((change->site < 0 ? "**" : "") + markdownText(labelOf(change->category)) +
                    (change->site < 0 ? "**" : ""),
                change->site < 0 ? "whole program" : whereText(table.sites[size_t(change->site)]),
                change->difference, change->share, table);
  return text;
}

/// By T_p, the worst over all p.
std::string heldHeadline(const Review &review) {
  Held worst = Held::Inside;
  for (const ComparedTable &table : review.comparison.tables)
    worst = std::max(worst, heldBy(table.parallel));
  return std::string("measured T\\_p ") + (worst == Held::Inside ? "inside the predicted band"
                                           : worst == Held::Open
                                               ? "outside of the predicted band, but not for sure"
                                               : "outside of the predicted band");
}

/// "T_p grew by 12.3 % on 2 threads": the largest change beyond the noise of any p; empty: none.
std::string timeHeadline(const Review &review) {
  const ComparedTable *most = nullptr;
  auto share = [](const ComparedTable &table) {
    return table.parallel.change_s / table.parallel_s();
  };
  for (const ComparedTable &table : review.comparison.tables)
    if (table.parallel.testable && table.parallel.p_value <= 0.05 && table.parallel_s() > 0 &&
        (!most || std::fabs(share(table)) > std::fabs(share(*most))))
      most = &table;
  if (!most)
    return "";
  return std::string("T\\_p ") + (share(*most) > 0 ? "grew" : "shrank") + " by " +
         tenthPercent(std::fabs(share(*most))) + " with " + sizeText(most->size());
}

/// The gates that failed, T_p, and how many lines of the whole program changed, over all p.
std::string headline(const Review &review) {
  size_t more = 0, less = 0;
  for (const ComparedTable &table : review.comparison.tables)
    for (const Change *change : reportedChanges(table))
      if (change->site < 0)
        (change->share > 0 ? more : less) += 1;
  std::string name = "### Overheads of " + markdownText(review.comparison.program) + ": ";
  bool tested = std::ranges::all_of(review.comparison.tables,
                                    [](const ComparedTable &table) { return table.isTestable(); });
  if (asksIfHeld(review))
    return name + heldHeadline(review) + "\n";
  auto count = [](size_t n, const std::string &one, const char *what) {
    return std::to_string(n) + " " + one + (n == 1 ? " " : "s ") + what;
  };
  std::vector<std::string> parts;
  auto failed = std::ranges::count(review.gates, GateVerdict::Failed, &GateResult::verdict);
  if (!review.unreliable.empty())
    parts.emplace_back("NOT RELIABLE");
  if (failed)
    parts.push_back(count(size_t(failed), "gate", "failed"));
  if (std::string time = timeHeadline(review); !time.empty())
    parts.push_back(time);
  if (more)
    parts.push_back(count(more, "row", "grew"));
  if (less)
    parts.push_back(count(less, "row", "shrank"));
  if (parts.empty())
    parts.emplace_back(tested ? "no change beyond the noise" : "too few repetitions for a verdict");
  return name + joinText(parts, ", ") + "\n";
}

} // namespace

std::string reviewMarkdown(const Review &review) {
  std::string text = headline(review) + "\n" + markdownText(review.head) + " against " +
                     markdownText(review.base) + "\n";
  for (const std::string &sentence : leadSentences(review))
    text += "\n- " + markdownText(sentence);
  text += "\n";
  for (const GateResult &result : review.gates)
    text += "\n- gate " + markdownText(result.gate.text) + ": **" + verdictName(result.verdict) +
            "**. " + markdownText(result.reason);
  if (!review.gates.empty())
    text += "\n";
  for (const ComparedTable &table : review.comparison.tables)
    text +=
        asksIfHeld(review) ? heldTable(table, review.comparison.limits) : tableText(review, table);
  if (asksIfHeld(review))
    text += "\n" + markdownText(heldFootText(review.comparison.limits)) + "\n";
  else
    text += "\nWall-clock shares in % of BASE's T\\_p, ± half of the 95 % band of the change. "
            "Listed is what is beyond the noise (false discovery rate " +
            shareText(review.comparison.limits.discovery_rate, false) + " %) and at least " +
            shareText(review.comparison.limits.least_effect, false) + " % of T\\_p.\n";
  for (const std::string &caution : cautions(review))
    text += "\n> " + markdownText(caution) + "\n";
  return text;
}

} // namespace tare
