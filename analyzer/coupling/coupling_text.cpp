// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/coupling_text.h"

#include "analyzer/coupling/coupling_level.h"
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
                    size_t passes, const std::vector<double> &between_s,
                    const std::vector<double> &measured_s, CouplingTable &table) {
  KernelComposition made = composed(times, chain);
  auto footprintOf = [&](const KernelWindow &window) {
    auto found = std::ranges::find(windows, window, &RepeatedWindow::window);
    return found == windows.end() ? 0 : found->footprint;
  };
  std::vector<CouplingWindow> &list = chain > 2 ? table.chains : table.pairs;
  for (size_t k = 0; k < table.kernels.size(); ++k) {
    table.kernels[k].alone = made.alone[k];
    table.kernels[k].coefficient = made.coefficients[k];
    table.kernels[k].runs_s = made.alone_runs[k];
    table.kernels[k].footprint = footprintOf({static_cast<int>(k), 1});
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
    shown.footprint = footprintOf(window.window);
    list.push_back(std::move(shown));
  }
  Estimate between = robustEstimate(between_s);
  table.loop = LoopComposition{chain,
                               static_cast<int>(passes),
                               between,
                               robustEstimate(measured_s),
                               loopTime(made.plain_sum, passes, between),
                               loopTime(made.composed, passes, between),
                               between_s};
}

std::string couplingTimeText(const Estimate &estimate) {
  return timeBandText(estimate.time_s, (estimate.high_s - estimate.low_s) / 2);
}

std::string threeDigits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

std::string couplingRatioText(const RatioBand &ratio) {
  return threeDigits(ratio.value) + " ± " + threeDigits((ratio.high - ratio.low) / 2);
}

std::string signedPercent(double ratio) {
  char text[32];
  double percent = std::abs(ratio) < 5e-4 ? 0 : 100 * ratio; // not -0.0
  std::snprintf(text, sizeof text, "%+.1f %%", percent);
  return text;
}

const char *couplingWord(const RatioBand &coupling) {
  switch (kindOf(coupling)) {
  case CouplingKind::Constructive:
    return "constructive";
  case CouplingKind::Destructive:
    return "destructive";
  case CouplingKind::Unknown:
    return "not known";
  case CouplingKind::None:
    break;
  }
  return "none";
}

std::string kernelColumnsText(bool weighted) {
  return std::string("  alone: one execution, repeated without the others.") +
         (weighted ? " weight: what that time is multiplied by in the composed time, from the "
                     "couplings below."
                   : "");
}

void CellRows::print(Page &page) const {
  std::vector<int> widths;
  for (const auto &row : rows_)
    for (size_t i = 0; i < row.size(); ++i) {
      if (widths.size() <= i)
        widths.push_back(0);
      widths[i] = std::max(widths[i], displayWidth(row[i]));
    }
  int whole = 0;
  for (int width : widths)
    whole += width > 0 ? 2 + width : 0;
  const bool is_split = whole > page.width();
  for (const auto &row : rows_) {
    if (is_split && !row.empty())
      page.paragraph("  " + row.front(), 4);
    std::string line = is_split ? "  " : "";
    for (size_t i = is_split ? 1 : 0; i < row.size(); ++i)
      if (widths[i] > 0)
        line += "  " + leftAligned(row[i], widths[i]);
    if (std::string_view shown = trimText(line); !shown.empty())
      page.line(line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

namespace {

std::string limitText() { return "± " + std::to_string(std::lround(100 * wide_coupling)) + " %"; }

double halfOf(const RatioBand &coupling) { return (coupling.high - coupling.low) / 2; }

/// The most by which times together may differ from times apart, by the band, in tenths of a
/// percent and rounded up.
double mostOf(const RatioBand &coupling) {
  double most = std::max(std::abs(coupling.high - 1), std::abs(coupling.low - 1));
  return std::max(1.0, std::ceil(1000 * most)) / 1000;
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
  case CouplingKind::Unknown:
    return names + ": not known; the band of ± " + tenthPercent(halfOf(window.coupling)) +
           " is wider than the " + limitText() + " that a verdict near 1 needs";
  case CouplingKind::None:
    break;
  }
  return names + ": no coupling is seen, it is less than " + tenthPercent(mostOf(window.coupling)) +
         "; the band of ± " + tenthPercent(halfOf(window.coupling)) + " is within the " +
         limitText() + " that a verdict near 1 needs";
}

std::string percents(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

/// The kernels' part of the loop, seconds.
double kernelsPart(const Estimate &loop, const Estimate &between) {
  return loop.time_s - between.time_s;
}

bool isInside(const Estimate &predicted, const Estimate &measured) {
  return predicted.time_s >= measured.low_s && predicted.time_s <= measured.high_s;
}

class CouplingPage {
public:
  CouplingPage(const CouplingReport &report, const CouplingTable &table, int width)
      : report_(report), table_(table), page_(width, false) {}

  std::string text() {
    page_.paragraph(head());
    for (const KernelRefusal &refusal : table_.refused)
      page_.paragraph("  Not measured: " + (refusal.kernel.empty() ? "" : refusal.kernel + ": ") +
                          refusal.text + ". " + sentence(refusal.next),
                      4);
    if (table_.loop)
      kernels();
    if (!table_.pairs.empty()) {
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
  static std::string bytesText(double bytes) {
    bool is_small = bytes < 1e6;
    double size = std::round(bytes / (is_small ? 1e3 : 1e5)) / (is_small ? 1 : 10);
    return countText(size) + (is_small ? " KB" : " MB");
  }

  /// What each thread touches, and the level that holds it.
  std::string touchedText(double footprint) const {
    if (!(footprint > 0))
      return "not known";
    std::string level = memoryLevel(report_.caches, footprint, table_.threads);
    return bytesText(footprint / table_.threads) + (level.empty() ? "" : ", " + level);
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
              " on the program's " + bytesText(1e6 * table_.data_mb) + " of data, " +
              numberOf(table_.repetitions, "repetition") + " in " + numberOf(table_.runs, "run");
    if (table_.in_region)
      text += "; all threads of a region call the kernels";
    return text + ":";
  }

  void kernels() {
    CellRows rows;
    const bool is_alone = table_.loop->chain == 1;
    rows.add({"kernel", "alone", is_alone ? "" : "weight", "data of a thread"});
    for (const CoupledKernel &kernel : table_.kernels)
      rows.add({printable(kernel.name) + " (" +
                    printable(kernel.file.substr(kernel.file.rfind('/') + 1)) + ":" +
                    std::to_string(kernel.line) + ")",
                couplingTimeText(kernel.alone),
                is_alone ? "" : couplingRatioText(kernel.coefficient),
                touchedText(kernel.footprint)});
    rows.print(page_);
    page_.paragraph(kernelColumnsText(!is_alone), 4);
    page_.blank();
  }

  void windows(const std::vector<CouplingWindow> &list) {
    CellRows rows;
    rows.add({"kernels in turns", "together", "apart", "coupling", ""});
    for (const CouplingWindow &window : list)
      rows.add({printable(joinText(window.kernels, ", ")), couplingTimeText(window.time),
                timeText(window.apart_s), couplingRatioText(window.coupling),
                couplingWord(window.coupling)});
    rows.print(page_);
    for (const CouplingWindow &window : list)
      page_.paragraph(
          "  " + meaningOf(window) +
              (window.restored ? "; the data were put back before each execution" : "") + "." +
              (window.footprint > 0 ? " Data of a thread: " + touchedText(window.footprint) + "."
                                    : ""),
          4);
    page_.blank();
  }

  /// One run has no band.
  std::string ownTime(const Estimate &time) const {
    return table_.runs > 1 ? couplingTimeText(time) : timeText(time.time_s) + " (one run)";
  }

  bool isInsideBand(const Estimate &predicted, const LoopComposition &loop) const {
    return table_.runs > 1 && isInside(predicted, loop.measured);
  }

  std::string errorText(const Estimate &predicted, const LoopComposition &loop) const {
    return isInsideBand(predicted, loop) ? "inside the band"
                                         : signedPercent(errorOf(predicted, loop.measured));
  }

  void loop(const LoopComposition &loop) {
    CellRows rows;
    rows.add({"the loop's last " + std::to_string(loop.passes) + " passes", "time", "error"});
    rows.add({"measured in the program", ownTime(loop.measured), ""});
    rows.add({"plain sum of the kernels", couplingTimeText(loop.plain_sum),
              errorText(loop.plain_sum, loop)});
    if (loop.chain > 1)
      rows.add(
          {composedName(loop), couplingTimeText(loop.composed), errorText(loop.composed, loop)});
    rows.add({"in each: code between the kernels", ownTime(loop.between), ""});
    rows.print(page_);
    kernelsShare(loop);
    page_.paragraph("  What follows: " + followsText(loop), 4);
  }

  static std::string composedName(const LoopComposition &loop) {
    return loop.chain > 2 ? "composed, couplings of three" : "composed, couplings of pairs";
  }

  /// The code between the kernels is measured, so it hides errors of the kernels.
  void kernelsShare(const LoopComposition &loop) {
    double part_s = kernelsPart(loop.measured, loop.between);
    if (!(part_s > 0))
      return;
    auto error = [&](const Estimate &predicted) {
      return signedPercent(kernelsPart(predicted, loop.between) / part_s - 1);
    };
    std::string text = "  The kernels are " + percents(part_s / loop.measured.time_s) +
                       " of the loop. The code between them was measured, and is in each "
                       "row. The error of the kernels' part alone: plain sum " +
                       error(loop.plain_sum);
    if (loop.chain > 1)
      text += ", composed " + error(loop.composed);
    if (isInsideBand(loop.plain_sum, loop) || isInsideBand(loop.composed, loop))
      text += "; the band of the measured loop is ± " +
              tenthPercent((loop.measured.high_s - loop.measured.low_s) / 2 / part_s) +
              " of that part";
    page_.paragraph(text + ".", 4);
  }

  /// Pairs of one kind, as "a, b; b, c".
  std::string pairsOf(CouplingKind kind) const {
    std::vector<std::string> found;
    for (const CouplingWindow &window : table_.pairs)
      if (kindOf(window.coupling) == kind)
        found.push_back(printable(joinText(window.kernels, ", ")));
    return joinText(found, "; ");
  }

  std::string followsText(const LoopComposition &loop) const {
    if (loop.chain == 1)
      return "no couplings were measured, only times of kernels.";
    std::vector<std::string> said;
    std::string less = pairsOf(CouplingKind::Constructive),
                more = pairsOf(CouplingKind::Destructive), open = pairsOf(CouplingKind::Unknown);
    if (!less.empty())
      said.push_back("keep these kernels in turns, one gains from the other: " + less + ".");
    if (!more.empty())
      said.push_back("these slow each other down: " + more +
                     ". Smaller blocks of data, or one loop that does both, may help.");
    if (!open.empty())
      said.push_back("measure again for " + open +
                     ": longer (--seconds), with more runs (--repeat), or on a quieter machine.");
    if (said.empty())
      said.push_back("the kernels leave each other's time as it is. Merging or reordering them "
                     "gains little; make each one faster by itself.");
    if (2 * kernelsPart(loop.measured, loop.between) < loop.measured.time_s)
      said.push_back("Most of the loop is code between the kernels: name its functions, too.");
    for (size_t i = 1; i < said.size(); ++i)
      said[i][0] = static_cast<char>(std::toupper(static_cast<unsigned char>(said[i][0])));
    return joinText(said, " ");
  }

  const CouplingReport &report_;
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
    text += CouplingPage(report, table, width).text();
  return text;
}

} // namespace tare
