// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/coupling_report.h"

#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {

double errorOf(const Estimate &predicted, const Estimate &measured) {
  return measured.time_s > 0 ? predicted.time_s / measured.time_s - 1 : 0;
}

void addComposition(const WindowTimes &times, const std::vector<RepeatedWindow> &windows, int chain,
                    size_t passes, const Estimate &between, const Estimate &measured,
                    CouplingTable &table) {
  KernelComposition made = composed(times, chain);
  std::vector<CouplingWindow> &list = chain > 2 ? table.chains : table.pairs;
  for (size_t k = 0; k < table.kernels.size(); ++k) {
    table.kernels[k].alone = made.alone[k];
    table.kernels[k].coefficient = made.coefficients[k];
  }
  list.clear();
  for (const CoupledWindow &window : made.windows) {
    CouplingWindow shown;
    for (int position : window.window.positions(times.cycle)) {
      shown.kernels.push_back(table.kernels[static_cast<size_t>(position)].name);
      shown.apart_s += made.alone[static_cast<size_t>(position)].time_s;
    }
    shown.time = window.time;
    shown.coupling = window.coupling;
    shown.restored = std::ranges::any_of(windows, [&](const RepeatedWindow &repeated) {
      return repeated.window == window.window && repeated.restored;
    });
    list.push_back(std::move(shown));
  }
  table.loop = LoopComposition{chain,
                               static_cast<int>(passes),
                               between,
                               measured,
                               loopTime(made.plain_sum, passes, between),
                               loopTime(made.composed, passes, between)};
}

namespace {

std::string timeOf(const Estimate &estimate) {
  return timeBandText(estimate.time_s, (estimate.high_s - estimate.low_s) / 2);
}

std::string ratioOf(const RatioBand &ratio) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f ± %.3f", ratio.value, (ratio.high - ratio.low) / 2);
  return text;
}

std::string signedPercent(double ratio) {
  char text[32];
  double percent = std::abs(ratio) < 5e-4 ? 0 : 100 * ratio; // not -0.0
  std::snprintf(text, sizeof text, "%+.1f %%", percent);
  return text;
}

/// A coupling of 1 within a wider band says nothing about a sum.
constexpr double widest_band = 0.05;

const char *wordOf(const RatioBand &coupling) {
  switch (kindOf(coupling)) {
  case CouplingKind::Constructive:
    return "constructive";
  case CouplingKind::Destructive:
    return "destructive";
  case CouplingKind::None:
    break;
  }
  return (coupling.high - coupling.low) / 2 > widest_band ? "not known" : "none";
}

/// What a coupling means, in plain words.
std::string meaningOf(const CouplingWindow &window) {
  std::string names = printable(joinText(window.kernels, ", ")),
              size = tenthPercent(std::abs(window.coupling.value - 1));
  switch (kindOf(window.coupling)) {
  case CouplingKind::Constructive:
    return names + ": together they take " + size + " less time than apart";
  case CouplingKind::Destructive:
    return names + ": together they take " + size + " more time than apart";
  case CouplingKind::None:
    break;
  }
  double half = (window.coupling.high - window.coupling.low) / 2;
  if (half > widest_band)
    return names + ": not known, the band of ± " + tenthPercent(half) +
           " is too wide; run on a quieter machine, or longer";
  return names + ": the band holds 1, the plain sum is right";
}

/// Rows of cells, as wide as the widest.
class CellRows {
public:
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  void print(Page &page) const {
    std::vector<int> widths;
    for (const auto &row : rows_)
      for (size_t i = 0; i < row.size(); ++i) {
        if (widths.size() <= i)
          widths.push_back(0);
        widths[i] = std::max(widths[i], displayWidth(row[i]));
      }
    for (const auto &row : rows_) {
      std::string line;
      for (size_t i = 0; i < row.size(); ++i)
        line += "  " + (i + 1 < row.size() ? leftAligned(row[i], widths[i]) : row[i]);
      page.line(line);
    }
  }

private:
  std::vector<std::vector<std::string>> rows_;
};

class CouplingPage {
public:
  CouplingPage(const CouplingTable &table, int width) : table_(table), page_(width, false) {}

  std::string text() {
    page_.paragraph(head());
    for (const KernelRefusal &refusal : table_.refused)
      page_.paragraph("  Not measured: " + (refusal.kernel.empty() ? "" : refusal.kernel + ": ") +
                          refusal.text + ". " + sentence(refusal.next),
                      4);
    if (!table_.pairs.empty()) {
      kernels();
      windows(table_.pairs);
      if (!table_.chains.empty())
        windows(table_.chains);
    }
    if (table_.loop)
      loop(*table_.loop);
    for (const std::string &note : table_.notes)
      page_.paragraph("  Note: " + note + ".", 4);
    page_.blank();
    return page_.take();
  }

private:
  std::string dataText() const {
    bool is_small = table_.data_mb < 1;
    double size = std::round(table_.data_mb * (is_small ? 1000 : 10)) / (is_small ? 1 : 10);
    return countText(size) + (is_small ? " KB" : " MB");
  }

  static std::string sentence(std::string text) {
    if (!text.empty())
      text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text.empty() ? text : text + ".";
  }

  std::string head() const {
    std::string text = numberOf(table_.threads, "thread");
    if (table_.passes > 0)
      text += ", a loop of " + std::to_string(table_.passes) + " passes";
    if (table_.repetitions > 0)
      text += "; kernels repeated before pass " + std::to_string(table_.pass) +
              " on the program's " + dataText() + " of data, " +
              numberOf(table_.repetitions, "repetition") + " in " + numberOf(table_.runs, "run");
    if (table_.in_region)
      text += "; all threads of a region call the kernels";
    return text + ":";
  }

  void kernels() {
    CellRows rows;
    rows.add({"kernel", "one execution alone", "weight in the sum"});
    for (const CoupledKernel &kernel : table_.kernels)
      rows.add({printable(kernel.name) + " (" +
                    printable(kernel.file.substr(kernel.file.rfind('/') + 1)) + ":" +
                    std::to_string(kernel.line) + ")",
                timeOf(kernel.alone), ratioOf(kernel.coefficient)});
    rows.print(page_);
    page_.blank();
  }

  void windows(const std::vector<CouplingWindow> &list) {
    CellRows rows;
    rows.add({"kernels in turns", "together", "apart", "coupling", ""});
    for (const CouplingWindow &window : list)
      rows.add({printable(joinText(window.kernels, ", ")), timeOf(window.time),
                timeText(window.apart_s), ratioOf(window.coupling), wordOf(window.coupling)});
    rows.print(page_);
    for (const CouplingWindow &window : list)
      page_.paragraph(
          "  " + meaningOf(window) +
              (window.restored ? "; the data were put back before each execution" : "") + ".",
          4);
    page_.blank();
  }

  void loop(const LoopComposition &loop) {
    CellRows rows;
    rows.add({"the loop's last " + std::to_string(loop.passes) + " passes", "time", "error"});
    rows.add({"measured in the program", timeOf(loop.measured), ""});
    rows.add({"plain sum of the kernels", timeOf(loop.plain_sum),
              signedPercent(errorOf(loop.plain_sum, loop.measured))});
    rows.add({loop.chain > 2 ? "composed, couplings of three" : "composed, couplings of pairs",
              timeOf(loop.composed), signedPercent(errorOf(loop.composed, loop.measured))});
    rows.add({"in each: code between the kernels", timeOf(loop.between), ""});
    rows.print(page_);
  }

  const CouplingTable &table_;
  Page page_;
};

} // namespace

std::string couplingText(const CouplingReport &report, int width) {
  Page page(width, false);
  page.paragraph("Coupling of the kernels of " + printable(report.program) +
                 (report.arguments.empty() ? "" : " " + printable(report.arguments)) + " (" +
                 printable(report.compiler) + ", " + printable(report.host) + ")");
  std::string text = page.take() + "\n";
  for (const CouplingTable &table : report.tables)
    text += CouplingPage(table, width).text();
  return text;
}

} // namespace tare
