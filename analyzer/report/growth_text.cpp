// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/growth_text.h"

#include "analyzer/report/figures.h"
#include "analyzer/report/growth.h"

#include <algorithm>

namespace tare {
namespace {

constexpr int label_width = 34, cell_width = 8;

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
  GrowthWriter(Page &page, const Growth &growth)
      : page_(page), growth_(growth),
        shown_(chosen(growth.threads.size(),
                      static_cast<size_t>((page.width() - label_width) / cell_width - 1))) {}

  void write() {
    page_.blank();
    head();
    for (const GrowthLine &line : growth_.lines)
      row(line.category.empty() ? "all other lines" : labelOf(line.category), line);
    row("Total overhead, 100 - E_p", growth_.total);
    page_.paragraph(growthSentence(growth_), 0);
  }

private:
  void head() {
    std::string text = leftAligned("How they grow, in % of T_p", label_width);
    for (size_t i : shown_)
      text += rightAligned("p = " + std::to_string(growth_.threads[i]), cell_width);
    page_.line(text + rightAligned("change", cell_width), Style::Bold);
  }

  void row(const std::string &label, const GrowthLine &line) {
    std::string text = leftAligned(cutText(label, label_width), label_width);
    for (size_t i : shown_)
      text += rightAligned(decimalText(line.tenths[i], 1), cell_width);
    page_.line(text + rightAligned(signedTenths(line.change), cell_width));
  }

  Page &page_;
  const Growth &growth_;
  std::vector<size_t> shown_;
};

} // namespace

void writeGrowth(Page &page, const Ledger &ledger, const Selection &selection) {
  if (std::optional<Growth> growth = growthOf(ledger, selection))
    GrowthWriter(page, *growth).write();
}

} // namespace tare
