// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "analyzer/report/page.h"
#include "analyzer/review/wording.h"

namespace tare {
namespace {

constexpr int field = 10, band_field = 7;
constexpr int held_field = 9, held_band = 8; // narrower: every label fits into 80 columns

class Writer {
public:
  Writer(const Review &review, int width) : review_(review), page_(std::max(width, 60), false) {}

  std::string text() {
    page_.paragraph(printable(review_.comparison.program + ": " + sideTitle(true) + " against " +
                              sideTitle(false)),
                    2, Style::Bold);
    for (const std::string &sentence : leadSentences(review_))
      page_.paragraph("  " + sentence, 4, Style::Bold);
    for (const ComparedTable &table : review_.comparison.tables)
      asksIfHeld(review_) ? writeHeldTable(table) : writeTable(table);
    writeGates();
    writeFoot();
    return page_.take();
  }

private:
  /// "new.json", with whether it is predicted or measured where one side is predicted.
  std::string sideTitle(bool is_head) const {
    std::string name = is_head ? review_.head : review_.base, side = sideName(review_, is_head);
    return side == "BASE" || side == "HEAD" ? name : name + " (" + side + ")";
  }

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

  std::string title(bool is_head) const {
    std::string name = sideName(review_, is_head);
    return rightAligned(name + (name.size() < 5 ? " ms" : ""), field);
  }

  void writeTable(const ComparedTable &table) {
    page_.blank();
    std::string head = sizeHead(table.size());
    if (!table.by_bands)
      head += ", repetitions " + std::to_string(table.base_repetitions) + " and " +
              std::to_string(table.head_repetitions);
    page_.line(leftAligned(table.by_bands ? head + ", ms" : head, labelWidth()) + title(false) +
               title(true) + rightAligned("change", field) + rightAligned("% of T_p", field) +
               rightAligned("±", band_field));
    wholeRow("Serial time T_s", table.serial, table);
    wholeRow("Parallel time T_p", table.parallel, table);
    wholeRow("Sum of overheads", table.total, table);
    std::vector<const Change *> changes = reportedChanges(table);
    page_.line(std::string(size_t(page_.width()), '-'));
    for (const Change *change : changes)
      writeChange(table, *change);
    if (changes.empty())
      page_.paragraph(noChangeText(table, review_.comparison.limits));
  }

  int heldWidth() const { return page_.width() - 2 * (held_field + held_band) - held_field; }

  /// Both figures with half of their bands, and whether the prediction held.
  void heldRow(const std::string &label, const Difference &difference) {
    auto half = [](double half_s) {
      return rightAligned(half_s > 0 ? "±" + millisecondsText(half_s, false) : "", held_band);
    };
    page_.line(leftAligned(cutText(label, heldWidth() - 1), heldWidth()) +
               rightAligned(millisecondsText(difference.base_s, false), held_field) +
               half(difference.base_half_s) +
               rightAligned(millisecondsText(difference.head_s, false), held_field) +
               half(difference.head_half_s) + rightAligned(heldText(difference), held_field));
  }

  void writeHeldTable(const ComparedTable &table) {
    page_.blank();
    page_.line(leftAligned(sizeHead(table.size()) + ", ms", heldWidth()) +
               rightAligned("predicted", held_field) + rightAligned("±", held_band) +
               rightAligned("measured", held_field) + rightAligned("±", held_band));
    heldRow("Serial time T_s", table.serial);
    heldRow("Parallel time T_p", table.parallel);
    heldRow("Sum of overheads", table.total);
    page_.line(std::string(size_t(page_.width()), '-'));
    for (const Change &change : table.changes)
      if (change.site < 0 ? change.tested : change.reported) {
        heldRow((change.site < 0 ? "" : "  ") + labelOf(change.category), change.difference);
        writePlace(table, change);
      }
    page_.paragraph(heldRowsText(table, review_.comparison.limits));
  }

  /// A construct's place stands below its line.
  void writeChange(const ComparedTable &table, const Change &change) {
    std::string label = labelOf(change.category);
    row(change.site < 0 ? label : "  " + label, change.difference, table, change.share);
    writePlace(table, change);
  }

  void writePlace(const ComparedTable &table, const Change &change) {
    if (change.site < 0)
      return;
    const ComparedSite &site = table.sites[size_t(change.site)];
    std::string fate = fateText(site);
    page_.paragraph("    " + printable(placeText(site.shown()) + "  " + site.shown().directive +
                                       (fate.empty() ? "" : "  (" + fate + ")")),
                    6);
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
    if (asksIfHeld(review_))
      return page_.paragraph(heldFootText(review_.comparison.limits));
    page_.paragraph(changeFootText(review_.comparison.limits));
  }

  const Review &review_;
  Page page_;
};

} // namespace

std::string reviewText(const Review &review, int width) { return Writer(review, width).text(); }

} // namespace tare
