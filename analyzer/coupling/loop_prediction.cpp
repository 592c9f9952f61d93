// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/loop_prediction.h"

#include "analyzer/coupling/coupling_level.h"
#include "analyzer/coupling/measured_loops.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tare {
namespace {

/// Figures on either side of this factor of a footprint may lie in another level: pages count as
/// wholes, and caches are not filled to the last line.
constexpr double near_border = 1.15;

std::string placeText(const std::string &level) {
  return level == "memory" ? "in main memory (more than the last cache holds)"
                           : "in the " + level + " cache";
}

std::string sizeText(const ModelPoint &at) {
  std::vector<std::string> words;
  for (const auto &[name, value] : at)
    words.push_back(name + " = " + countText(value));
  return joinText(words, ", ");
}

/// The value in the middle, and the hull of the bands.
RatioBand hullOfCouplings(std::vector<RatioBand> bands) {
  std::ranges::sort(bands, {}, &RatioBand::value);
  RatioBand hull = bands[bands.size() / 2];
  for (const RatioBand &each : bands) {
    hull.low = std::min(hull.low, each.low);
    hull.high = std::max(hull.high, each.high);
  }
  return hull;
}

class LoopPredictor {
public:
  LoopPredictor(const MeasuredLoops &loops, const LoopQuestion &question)
      : loops_(loops), question_(question) {}

  OrRefused<LoopPrediction> predict() {
    if (std::optional<ModelRefusal> mixed = mixedKeys())
      return *mixed;
    if (std::optional<ModelRefusal> unknown = nameKernels())
      return *unknown;
    if (std::optional<ModelRefusal> unknown = timeKernels())
      return *unknown;
    if (std::optional<ModelRefusal> unknown = countPasses())
      return *unknown;
    if (!coupleWindows(3))
      if (std::optional<ModelRefusal> unknown = couplePairs())
        return *unknown;
    compose();
    return made_;
  }

private:
  const LoopAt &newest() const { return loops_.loops().back(); }

  /// A kernel that another source has under this name. Programs of one source may have several
  /// names.
  const CoupledKernel *elsewhere(const LoopAt &loop) const {
    for (const CoupledKernel &kernel : loop.table->kernels)
      if (const CoupledKernel *same = newest().kernel(kernel.name);
          same && baseName(same->file) != baseName(kernel.file))
        return &kernel;
    return nullptr;
  }

  std::optional<ModelRefusal> mixedKeys() const {
    const CouplingReport &last = *newest().from->report;
    for (const LoopAt &loop : loops_.loops()) {
      const CouplingReport &each = *loop.from->report;
      std::string differs;
      if (each.host != last.host || each.cpu != last.cpu)
        differs = "the machine is " + each.host + " (" + each.cpu + ") in " + loop.from->path +
                  ", and " + last.host + " (" + last.cpu + ")";
      else if (each.compiler != last.compiler)
        differs = "the compiler is '" + each.compiler + "' in " + loop.from->path + ", and '" +
                  last.compiler + "'";
      else if (const CoupledKernel *other = elsewhere(loop))
        differs = "the function " + other->kernel + " is of " + other->file + " in " +
                  loop.from->path + ", and of another file";
      if (!differs.empty())
        return ModelRefusal{RefusalReason::MixedKeys, differs + " in " + newest().from->path +
                                                          "; no coupling is used across"};
    }
    return std::nullopt;
  }

  std::optional<ModelRefusal> nameKernels() {
    const CouplingReport &report = *newest().from->report;
    made_.program = report.program;
    made_.host = report.host;
    made_.compiler = report.compiler;
    made_.at = question_.at;
    made_.threads = loops_.threads();
    made_.sizes = loops_.sizes();
    names_ = positionNames(question_.order);
    if (!question_.order.empty())
      return std::nullopt;
    for (const CoupledKernel &kernel : newest().table->kernels)
      names_.push_back(kernel.name);
    for (const LoopAt &loop : loops_.loops()) {
      std::vector<std::string> names;
      for (const CoupledKernel &kernel : loop.table->kernels)
        names.push_back(kernel.name);
      if (names != names_)
        return ModelRefusal{RefusalReason::MixedKeys,
                            "a pass calls " + joinText(names, ", ") + " in " + loop.from->path +
                                ", and " + joinText(names_, ", ") + " in " + newest().from->path +
                                "; say the order with --loop"};
    }
    return std::nullopt;
  }

  std::optional<ModelRefusal> timeKernels() {
    for (const std::string &name : names_) {
      double bytes = loops_.footprintThere({name});
      std::string level = memoryLevel(loops_.caches(), bytes, loops_.threads());
      noteBorder(name, bytes);
      OrRefused<FigureThere> time = loops_.aloneThere(name, level);
      if (!time.ok())
        return time.refusal();
      made_.kernels.push_back({name, time.value().basis, time.value().time, 1, level});
    }
    return std::nullopt;
  }

  void noteBorder(const std::string &name, double bytes) {
    auto levelAt = [&](double factor) {
      return memoryLevel(loops_.caches(), factor * bytes, loops_.threads());
    };
    if (levelAt(1 / near_border) != levelAt(near_border))
      made_.notes.push_back("the data of " + name + " are about as large as a cache (" +
                            levelAt(1 / near_border) + " or " + levelAt(near_border) +
                            "), where times and couplings change most");
  }

  /// Refusal: the number of passes goes with the size.
  std::optional<ModelRefusal> countPasses() {
    std::set<int> all;
    for (const LoopAt &loop : loops_.loops()) {
      all.insert(loop.table->loop->passes);
      if (loops_.isThere(loop) && made_.passes == 0)
        made_.passes = loop.table->loop->passes;
    }
    if (question_.passes > 0)
      made_.passes = question_.passes;
    else if (all.size() == 1)
      made_.passes = *all.begin();
    if (made_.passes > 0)
      return std::nullopt;
    return ModelRefusal{RefusalReason::Regime,
                        "the loop has " + std::to_string(*all.begin()) + " to " +
                            std::to_string(*all.rbegin()) +
                            " passes at the measured sizes; say with --passes how many here"};
  }

  std::vector<std::string> namesIn(const KernelWindow &window) const {
    std::vector<std::string> names;
    for (int position : window.positions(static_cast<int>(names_.size())))
      names.push_back(names_[static_cast<size_t>(position)]);
    return names;
  }

  /// Where the window's own footprint is not known here it lies between that of the largest kernel
  /// and the sum.
  std::string levelsThere(const std::vector<std::string> &names) const {
    std::vector<double> alone;
    double most = 0, sum = 0;
    for (const std::string &name : names) {
      alone.push_back(loops_.footprintThere({name}));
      most = std::max(most, alone.back());
      sum += alone.back();
    }
    auto levels = [&](double together) {
      return couplingLevels(loops_.caches(), alone, together, loops_.threads());
    };
    if (double together = loops_.footprintThere(names); together > 0)
      return levels(together);
    return levels(most) == levels(sum) ? levels(sum) : "";
  }

  std::string levelsAt(const LoopAt &loop, const std::vector<std::string> &names) const {
    std::vector<double> alone;
    for (const std::string &name : names)
      alone.push_back(loop.footprint({name}));
    return couplingLevels(loops_.caches(), alone, loop.footprint(names), loops_.threads());
  }

  /// By the same levels; at this very size first.
  OrRefused<PredictedWindow> couplingOf(const std::vector<std::string> &names) const {
    PredictedWindow window;
    window.kernels = names;
    window.levels = levelsThere(names);
    std::vector<RatioBand> there, alike;
    std::set<ModelPoint> sizes;
    std::set<std::string> measured;
    for (const LoopAt &loop : loops_.loops()) {
      std::string levels = levelsAt(loop, names);
      for (const CouplingWindow *each : loop.windows(names)) {
        measured.insert(levels);
        if (loops_.isThere(loop))
          there.push_back(each->coupling);
        if (levels.empty() || levels != window.levels)
          continue;
        alike.push_back(each->coupling);
        sizes.insert(loop.at);
      }
    }
    window.is_there = !there.empty();
    window.sizes = window.is_there ? 1 : static_cast<int>(sizes.size());
    if (there.empty() && alike.empty())
      return neverMeasured(window, measured);
    window.coupling = hullOfCouplings(window.is_there ? there : alike);
    window.is_one = kindOf(window.coupling) == CouplingKind::None;
    return window;
  }

  static ModelRefusal neverMeasured(const PredictedWindow &window,
                                    const std::set<std::string> &measured) {
    std::string who = std::string(window.kernels.size() > 2 ? "the chain " : "the pair ") +
                      joinText(window.kernels, ", ");
    if (measured.empty())
      return {RefusalReason::NeverMeasured, who + " was never measured"};
    if (window.levels.empty())
      return {RefusalReason::Regime,
              "which level of the memory holds the data of " + joinText(window.kernels, ", ") +
                  " at this size is not known; measure the couplings at two sizes or more"};
    auto together = [](const std::string &levels) { return levels.substr(levels.rfind(' ') + 1); };
    std::string joint = together(window.levels);
    bool same_joint = std::ranges::any_of(
        measured, [&](const std::string &levels) { return together(levels) == joint; });
    std::string known = joinText({measured.begin(), measured.end()}, "; ");
    if (same_joint)
      return {RefusalReason::NeverMeasured,
              who + " was never measured with the data of each, and of all together, in " +
                  window.levels + "; it was in " + known};
    return {RefusalReason::NeverMeasured,
            who + " was never measured with its data " + placeText(joint) + "; it was in " + known};
  }

  /// False: one of these windows has no coupling that fits.
  bool coupleWindows(int chain) {
    std::vector<PredictedWindow> windows;
    for (const KernelWindow &window : windowsOf(static_cast<int>(names_.size()), chain)) {
      if (window.length != chain)
        continue;
      OrRefused<PredictedWindow> found = couplingOf(namesIn(window));
      if (!found.ok())
        return false;
      windows.push_back(found.value());
    }
    if (windows.empty())
      return false;
    made_.chain = chain;
    made_.windows = windows;
    return true;
  }

  std::optional<ModelRefusal> couplePairs() {
    made_.chain = 2;
    for (const KernelWindow &window : windowsOf(static_cast<int>(names_.size()), 2)) {
      if (window.length != 2)
        continue;
      OrRefused<PredictedWindow> found = couplingOf(namesIn(window));
      if (!found.ok())
        return found.refusal();
      made_.windows.push_back(found.value());
    }
    return std::nullopt;
  }

  /// One repetition's times, as the composition has them, of these E_k and C_W.
  double passOf(const std::vector<double> &alone, const std::vector<double> &couplings,
                std::vector<double> *coefficients = nullptr) const {
    WindowTimes times;
    times.cycle = static_cast<int>(alone.size());
    times.windows = windowsOf(times.cycle, made_.chain);
    std::vector<double> seconds = alone;
    for (size_t i = 0; i < couplings.size(); ++i) {
      double sum = 0;
      for (int position : times.windows[alone.size() + i].positions(times.cycle))
        sum += alone[static_cast<size_t>(position)];
      seconds.push_back(couplings[i] * sum);
    }
    std::vector<double> weights = coefficientsIn(seconds, times, made_.chain);
    double sum = 0;
    for (size_t k = 0; k < alone.size(); ++k)
      sum += weights[k] * alone[k];
    if (coefficients)
      *coefficients = weights;
    return sum;
  }

  void compose() {
    std::vector<double> alone, couplings, weights;
    double plain = 0, plain_low = 0, plain_high = 0;
    for (const PredictedKernel &kernel : made_.kernels) {
      alone.push_back(kernel.time.time_s);
      plain += kernel.time.time_s;
      plain_low += kernel.time.low_s;
      plain_high += kernel.time.high_s;
    }
    for (const PredictedWindow &window : made_.windows)
      couplings.push_back(window.is_one ? 1 : window.coupling.value);
    double pass = passOf(alone, couplings, &weights);
    double below = 0, above = 0, from_couplings = 0;
    for (size_t k = 0; k < alone.size(); ++k) {
      made_.kernels[k].coefficient = weights[k];
      below += weights[k] * (alone[k] - made_.kernels[k].time.low_s);
      above += weights[k] * (made_.kernels[k].time.high_s - alone[k]);
    }
    for (size_t i = 0; i < couplings.size(); ++i) {
      const RatioBand &band = made_.windows[i].coupling;
      std::vector<double> moved = couplings;
      moved[i] += (band.high - band.low) / 2;
      from_couplings = std::hypot(from_couplings, passOf(alone, moved) - pass);
    }
    FigureThere between = loops_.betweenThere(plain);
    auto passes = static_cast<size_t>(made_.passes);
    made_.between = {between.time.time_s * made_.passes, between.time.low_s * made_.passes,
                     between.time.high_s * made_.passes};
    made_.plain_sum = loopTime({plain, plain_low, plain_high}, passes, made_.between);
    made_.composed = loopTime(
        {pass, pass - std::hypot(below, from_couplings), pass + std::hypot(above, from_couplings)},
        passes, made_.between);
    compare();
  }

  void compare() {
    auto volume = [](const LoopAt &loop) {
      double product = 1;
      for (const auto &[name, value] : loop.at)
        product *= value;
      return product;
    };
    double most = 0;
    for (const LoopAt &loop : loops_.loops()) {
      const LoopComposition &measured = *loop.table->loop;
      if (volume(loop) >= most) {
        most = volume(loop);
        made_.base = measured.measured;
      }
      if (loops_.isThere(loop) && measured.passes == made_.passes && question_.order.empty())
        made_.measured = measured.measured;
    }
  }

  const MeasuredLoops &loops_;
  const LoopQuestion &question_;
  std::vector<std::string> names_; // by position
  LoopPrediction made_;
};

} // namespace

Result<OrRefused<LoopPrediction>> predictLoop(const std::vector<NamedCouplings> &results,
                                              const LoopQuestion &question) {
  TARE_TRY(MeasuredLoops loops, MeasuredLoops::of(results, question));
  if (loops.loops().empty())
    return OrRefused<LoopPrediction>(ModelRefusal{
        RefusalReason::NeverMeasured,
        "no loop over kernels was measured with " +
            (loops.threads() ? numberOf(loops.threads(), "thread") : std::string("any threads"))});
  return LoopPredictor(loops, question).predict();
}

std::string loopScenario(const LoopPrediction &prediction) {
  std::string size = sizeText(prediction.at);
  return (size.empty() ? "" : size + ", ") + numberOf(prediction.threads, "thread");
}

} // namespace tare
