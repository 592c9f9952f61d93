// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/coupling_text.h"
#include "analyzer/coupling/loop_prediction.h"

#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

class LoopPage {
public:
  LoopPage(const LoopPrediction &made, int width) : made_(made), page_(width, false) {}

  std::string text() {
    page_.paragraph("At " + printable(loopScenario(made_)) + " " +
                        (made_.passes > 1 ? std::to_string(made_.passes) + " passes of the loop are"
                                          : std::string("a pass of the loop is")) +
                        " predicted to take " + couplingTimeText(made_.composed) + ", from " +
                        numberOf(made_.sizes, "size") + " (" + printable(made_.program) + ", " +
                        printable(made_.compiler) + ", " + printable(made_.host) + ")",
                    2);
    page_.blank();
    kernels();
    windows();
    page_.paragraph("  " + sumText());
    page_.blank();
    times();
    for (const std::string &note : made_.notes)
      page_.paragraph("  Note: " + note + ".", 4);
    return page_.take();
  }

private:
  void kernels() {
    CellRows rows;
    rows.add({"kernel", "alone", "weight", "data", "from"});
    for (const PredictedKernel &kernel : made_.kernels)
      rows.add({printable(kernel.name), couplingTimeText(kernel.time),
                threeDigits(kernel.coefficient), kernel.level.empty() ? "not known" : kernel.level,
                printable(kernel.basis)});
    rows.print(page_);
    page_.paragraph(kernelColumnsText(true), 4);
    page_.blank();
  }

  void windows() {
    CellRows rows;
    rows.add({"kernels in turns", "coupling", "", "data in", "at sizes"});
    for (const PredictedWindow &window : made_.windows)
      rows.add({printable(joinText(window.kernels, ", ")), couplingRatioText(window.coupling),
                couplingWord(window.coupling), window.levels.empty() ? "not known" : window.levels,
                window.is_there    ? "this one"
                : window.sizes > 1 ? std::to_string(window.sizes) + " others"
                                   : "another"});
    rows.print(page_);
    page_.blank();
  }

  std::string sumText() const {
    size_t all = made_.windows.size();
    auto ones = static_cast<size_t>(std::ranges::count_if(made_.windows, &PredictedWindow::is_one));
    auto unknown =
        static_cast<size_t>(std::ranges::count_if(made_.windows, [](const PredictedWindow &window) {
          return kindOf(window.coupling) == CouplingKind::Unknown;
        }));
    std::string text;
    if (ones == all)
      return "All couplings hold 1 within their bands: the kernels' times are added as they are.";
    if (ones > 0)
      text = std::to_string(ones) + " of " + std::to_string(all) +
             " couplings hold 1 within their bands, and count as 1. ";
    if (unknown > 0)
      text += std::to_string(unknown) + " of " + std::to_string(all) +
              " couplings are not known well: they count with their wide bands.";
    return text.empty() ? "No coupling holds 1 within its band: each kernel's time is weighted."
                        : text;
  }

  void times() {
    CellRows rows;
    bool known = made_.measured.has_value();
    auto error = [&](const Estimate &time) {
      return known ? signedPercent(errorOf(time, *made_.measured)) : std::string();
    };
    rows.add({std::to_string(made_.passes) + (made_.passes > 1 ? " passes" : " pass"), "time",
              known ? "error" : ""});
    if (known)
      rows.add({"measured in the program", couplingTimeText(*made_.measured), ""});
    rows.add(
        {"plain sum of the kernels", couplingTimeText(made_.plain_sum), error(made_.plain_sum)});
    rows.add({made_.chain > 2 ? "composed, couplings of three" : "composed, couplings of pairs",
              couplingTimeText(made_.composed), error(made_.composed)});
    rows.add({"in each: code between the kernels", couplingTimeText(made_.between), ""});
    rows.print(page_);
  }

  const LoopPrediction &made_;
  Page page_;
};

} // namespace

std::string loopPredictionText(const LoopPrediction &prediction, int width) {
  return LoopPage(prediction, width).text();
}

} // namespace tare
