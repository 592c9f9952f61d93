// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "analyzer/report/page.h"
#include "analyzer/review/wording.h"

namespace tare {
namespace {

constexpr int field = 10, band_field = 7;

class Writer {
public:
  Writer(const Review &review, int width) : review_(review), page_(std::max(width, 60), false) {}

  std::string text() {
    page_.paragraph(
        printable(review_.comparison.program + ": " + review_.head + " against " + review_.base), 2,
        Style::Bold);
    for (const std::string &sentence : leadSentences(review_))
      page_.paragraph("  " + sentence, 4, Style::Bold);
    for (const ComparedTable &table : review_.comparison.tables)
      writeTable(table);
    writeGates();
    writeFoot();
    return page_.take();
  }

private:
  int labelWidth() const { return page_.width() - 4 * field - band_field; }

  /// Milliseconds of both sides, their change, and its share of BASE's T_p with half of the band.
  void row(const std::string &label, const Difference &difference, const ComparedTable &table,
           double share) {
    page_.line(leftAligned(cutText(label, labelWidth() - 1), labelWidth()) +
               rightAligned(millisecondsText(difference.base_s, false), field) +
               rightAligned(millisecondsText(difference.head_s, false), field) +
               rightAligned(millisecondsText(difference.change_s, true), field) +
               rightAligned(shareText(share, true), field) +
               rightAligned("±" + halfWidthText(difference, table), band_field));
  }

  void wholeRow(const std::string &label, const Difference &difference,
                const ComparedTable &table) {
    double whole = table.parallel_s();
    row(label, difference, table, whole > 0 ? difference.change_s / whole : 0);
  }

  void writeTable(const ComparedTable &table) {
    page_.blank();
    std::string head = "p = " + std::to_string(table.threads) + ", repetitions " +
                       std::to_string(table.base_repetitions) + " and " +
                       std::to_string(table.head_repetitions);
    page_.line(leftAligned(head, labelWidth()) + rightAligned("BASE ms", field) +
               rightAligned("HEAD ms", field) + rightAligned("change", field) +
               rightAligned("% of T_p", field) + rightAligned("±", band_field));
    wholeRow("Serial time T_s", table.serial, table);
    wholeRow("Parallel time T_p", table.parallel, table);
    wholeRow("Sum of overheads", table.total, table);
    std::vector<const Change *> changes = reportedChanges(table);
    page_.line(std::string(size_t(page_.width()), '-'));
    for (const Change *change : changes)
      writeChange(table, *change);
    if (changes.empty())
      page_.paragraph(noChange(table));
  }

  /// A construct's place stands below its line.
  void writeChange(const ComparedTable &table, const Change &change) {
    std::string label = labelOf(change.category);
    row(change.site < 0 ? label : "  " + label, change.difference, table, change.share);
    if (change.site < 0)
      return;
    const ComparedSite &site = table.sites[size_t(change.site)];
    std::string fate = fateText(site);
    page_.paragraph("    " + printable(placeText(site.shown()) + "  " + site.shown().directive +
                                       (fate.empty() ? "" : "  (" + fate + ")")),
                    6);
  }

  /// Says what could have been missed: the widest band.
  std::string noChange(const ComparedTable &table) const {
    double least = review_.comparison.limits.least_effect;
    if (std::min(table.base_repetitions, table.head_repetitions) < fewest_repetitions)
      return "No verdict: too few repetitions.";
    return "No overhead changed by " + shareText(least, false) +
           " % of T_p or more beyond the noise. The widest band is ±" +
           shareText(blindness(table), false) + " % of T_p.";
  }

  void writeGates() {
    if (review_.gates.empty())
      return;
    page_.blank();
    for (const GateResult &result : review_.gates)
      page_.paragraph(printable(gateSentence(result)), 2,
                      result.verdict == GateVerdict::Failed ? Style::Loud : Style::Plain);
  }

  void writeFoot() {
    page_.blank();
    for (const std::string &caution : cautions(review_))
      page_.item("- ", printable(caution));
    page_.paragraph(
        "Means over the repetitions; wall-clock shares (time of all threads / p), in % of BASE's "
        "T_p, ± half of the 95 % band of the change. Listed is what is beyond the noise (false "
        "discovery rate " +
        shareText(review_.comparison.limits.discovery_rate, false) + " %) and at least " +
        shareText(review_.comparison.limits.least_effect, false) + " % of T_p.");
  }

  const Review &review_;
  Page page_;
};

} // namespace

std::string reviewText(const Review &review, int width) { return Writer(review, width).text(); }

} // namespace tare
