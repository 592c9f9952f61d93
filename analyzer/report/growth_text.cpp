// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/growth_text.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/growth.h"

#include <algorithm>

namespace tare {
namespace {

constexpr int label_width = 34;

/// Names of jobs are longer: "16 ranks".
int cellWidth(const GrowthTable &growth) {
  return !growth.sizes.empty() && growth.sizes.front().ranks > 0 ? 10 : 8;
}

/// Indices of at most `most` values of p: the ends, and evenly between them.
std::vector<size_t> chosen(size_t count, size_t most) {
  std::vector<size_t> indices;
  size_t shown = std::min(count, std::max<size_t>(most, 2));
  for (size_t i = 0; i < shown; ++i)
    indices.push_back(i * (count - 1) / (shown - 1));
  return indices;
}

class GrowthWriter {
public:
  GrowthWriter(Page &page, const GrowthTable &growth)
      : page_(page), growth_(growth), cell_width_(cellWidth(growth)),
        shown_(chosen(growth.sizes.size(),
                      static_cast<size_t>((page.width() - label_width) / cell_width_ - 1))) {}

  void write() {
    head();
    for (const GrowthRow &each : growth_.rows)
      row(each);
  }

private:
  /// The p that are shown; with many of them some are left out.
  void head() {
    std::string text = leftAligned("How they grow, in % of T_p", label_width);
    for (size_t i : shown_)
      text += rightAligned(columnHead(growth_.sizes[i]), cell_width_);
    page_.line(text + rightAligned("change", cell_width_), Style::Bold);
  }

  /// A long label takes lines of its own; the figures then stand below it.
  void row(const GrowthRow &row) {
    std::string label = std::string(static_cast<size_t>(row.indent), ' ') + row.label;
    if (displayWidth(label) > label_width) {
      page_.paragraph(label, row.indent + 4);
      label = "  in all";
    }
    std::string text = leftAligned(label, label_width);
    for (size_t i : shown_)
      text += rightAligned(decimalText(row.tenths[i], 1), cell_width_);
    page_.line(text + rightAligned(signedTenths(row.change), cell_width_));
  }

  Page &page_;
  const GrowthTable &growth_;
  int cell_width_;
  std::vector<size_t> shown_;
};

} // namespace

void writeGrowth(Page &page, const GrowthTable &growth) {
  page.blank();
  if (!growth.rows.empty())
    GrowthWriter(page, growth).write();
  page.paragraph(growth.sentence, 0);
}

} // namespace tare
