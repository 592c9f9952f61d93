// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/measured_loops.h"

#include "analyzer/coupling/coupling_level.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace tare {
namespace {

std::vector<std::string> kernelsOfPositions(const std::vector<std::string> &names) {
  std::vector<std::string> kernels;
  for (const std::string &name : names)
    kernels.push_back(kernelOfPosition(name));
  return kernels;
}

Result<ModelPoint> sizesOf(const NamedCouplings &named, const ModelPoint &asked) {
  ModelPoint at;
  for (const auto &[name, value] : asked) {
    auto found = named.report->parameters.find(name);
    char *end = nullptr;
    double size =
        found == named.report->parameters.end() ? 0 : std::strtod(found->second.c_str(), &end);
    if (!end || *end || !(size > 0))
      return Error{"the value of " + name + " is not recorded in these couplings", named.path,
                   "measure them with --param " + name + "=VALUE"};
    at[name] = size;
  }
  return at;
}

/// Error: the results differ in a size that is not said, or in arguments with no size recorded.
Result<void> checkSizes(const std::vector<NamedCouplings> &results, const ModelPoint &asked) {
  const CouplingReport &first = *results.front().report;
  bool records = false;
  for (const NamedCouplings &named : results)
    for (const auto &[name, value] : named.report->parameters) {
      records = true;
      auto there = first.parameters.find(name);
      if (!asked.contains(name) && (there == first.parameters.end() || there->second != value))
        return Error{"the results differ in " + name + ", and its value is not said", named.path,
                     "add --param " + name + "=VALUE"};
    }
  for (const NamedCouplings &named : results)
    if (!records && named.report->arguments != first.arguments)
      return Error{"the results differ in the program's arguments, and no size is recorded",
                   named.path, "measure them with --param NAME=VALUE"};
  return {};
}

/// Hull of bands, around the mean of the figures.
Estimate hullOf(const std::vector<Estimate> &bands) {
  Estimate hull = bands.front();
  double sum = 0;
  for (const Estimate &each : bands) {
    sum += each.time_s;
    hull.low_s = std::min(hull.low_s, each.low_s);
    hull.high_s = std::max(hull.high_s, each.high_s);
  }
  hull.time_s = sum / static_cast<double>(bands.size());
  return hull;
}

} // namespace

std::string kernelOfPosition(const std::string &name) { return name.substr(0, name.find(" (")); }

const CoupledKernel *LoopAt::kernel(const std::string &name) const {
  for (const CoupledKernel &each : table->kernels)
    if (each.name == name)
      return &each;
  for (const CoupledKernel &each : table->kernels) // another order has more positions of it
    if (kernelOfPosition(each.name) == kernelOfPosition(name))
      return &each;
  return nullptr;
}

std::vector<const CouplingWindow *> LoopAt::windows(const std::vector<std::string> &kernels) const {
  std::vector<const CouplingWindow *> found;
  for (const auto *list : {&table->pairs, &table->chains})
    for (const CouplingWindow &window : *list)
      if (kernelsOfPositions(window.kernels) == kernelsOfPositions(kernels))
        found.push_back(&window);
  return found;
}

double LoopAt::footprint(const std::vector<std::string> &kernels) const {
  if (kernels.size() == 1) {
    const CoupledKernel *alone = kernel(kernels.front());
    return alone ? alone->footprint : 0;
  }
  double most = 0;
  for (const CouplingWindow *window : windows(kernels))
    most = std::max(most, window->footprint);
  return most;
}

Result<MeasuredLoops> MeasuredLoops::of(const std::vector<NamedCouplings> &results,
                                        const LoopQuestion &question) {
  TARE_DO(checkSizes(results, question.at));
  MeasuredLoops loops;
  loops.question_ = question;
  loops.threads_ = question.threads;
  if (!question.threads)
    for (const NamedCouplings &named : results)
      for (const CouplingTable &table : named.report->tables)
        loops.threads_ = std::max(loops.threads_, table.loop ? table.threads : 0);
  for (const NamedCouplings &named : results) {
    TARE_TRY(ModelPoint at, sizesOf(named, question.at));
    for (const CouplingTable &table : named.report->tables)
      if (table.loop && table.threads == loops.threads_)
        loops.loops_.push_back({&named, &table, at});
  }
  return loops;
}

int MeasuredLoops::sizes() const {
  std::set<ModelPoint> points;
  for (const LoopAt &loop : loops_)
    points.insert(loop.at);
  return static_cast<int>(points.size());
}

double MeasuredLoops::footprintThere(const std::vector<std::string> &kernels) const {
  std::map<double, double> known; // bytes by size
  for (const LoopAt &loop : loops_) {
    double bytes = loop.footprint(kernels);
    if (bytes > 0 && isThere(loop))
      return bytes;
    if (bytes > 0 && question_.at.size() == 1)
      known[loop.at.begin()->second] = bytes;
  }
  if (known.size() < 2)
    return 0;
  double size = question_.at.begin()->second;
  auto above = known.lower_bound(size);
  if (above == known.begin())
    ++above;
  if (above == known.end())
    --above;
  auto below = std::prev(above);
  double power = std::log(above->second / below->second) / std::log(above->first / below->first);
  return below->second * std::pow(size / below->first, power);
}

std::optional<FigureThere> MeasuredLoops::measuredThere(const ModelSeries &series,
                                                        const std::vector<Estimate> &bands) const {
  std::vector<Estimate> there;
  for (size_t i = 0; i < series.points.size(); ++i)
    if (series.points[i].at == question_.at)
      there.push_back(bands[i]);
  if (there.empty())
    return std::nullopt;
  return FigureThere{hullOf(there), "measured there"};
}

OrRefused<FigureThere> MeasuredLoops::modelled(const ModelSeries &series) const {
  ModelQuestion question;
  for (const auto &[name, value] : question_.at)
    question.sizes.push_back(name);
  question.user_template = question_.user_template;
  OrRefused<RowModel> model = modelOf(series, question);
  if (!model.ok())
    return model.refusal();
  OrRefused<Estimate> there = predictAt(model.value(), question_.at);
  if (!there.ok())
    return there.refusal();
  return FigureThere{there.value(), model.value().formula()};
}

OrRefused<FigureThere> MeasuredLoops::aloneThere(const std::string &kernel,
                                                 const std::string &level) const {
  ModelSeries series;
  series.name = kernel;
  std::vector<Estimate> bands;
  size_t elsewhere = 0;
  for (const LoopAt &loop : loops_) {
    const CoupledKernel *found = loop.kernel(kernel);
    if (!found)
      continue;
    if (memoryLevel(caches(), found->footprint, threads_) != level) {
      ++elsewhere;
      continue;
    }
    series.points.push_back({loop.at, found->alone.time_s, found->runs_s, 0});
    bands.push_back(found->alone);
  }
  if (series.points.empty() && !elsewhere)
    return ModelRefusal{RefusalReason::NeverMeasured, kernel + " was never measured"};
  if (std::optional<FigureThere> there = measuredThere(series, bands))
    return *there;
  OrRefused<FigureThere> there = modelled(series);
  if (there.ok())
    return there;
  std::string detail = kernel + ": " + there.refusal().detail;
  if (elsewhere)
    detail += "; " + numberOf(static_cast<int64_t>(elsewhere), "table") +
              " left out, with its data " +
              (level == "memory" ? "in a cache" : "not in the " + level + " cache");
  return ModelRefusal{there.refusal().reason, detail};
}

FigureThere MeasuredLoops::betweenThere(double kernels_s) const {
  ModelSeries series;
  std::vector<Estimate> bands, shares;
  for (const LoopAt &loop : loops_) {
    const LoopComposition &measured = *loop.table->loop;
    auto passes = static_cast<double>(measured.passes);
    Observation point{loop.at, measured.between.time_s / passes, {}, 0};
    for (double run : measured.between_runs_s)
      point.repetitions.push_back(run / passes);
    double alone = 0;
    for (const CoupledKernel &kernel : loop.table->kernels)
      alone += kernel.alone.time_s;
    const Estimate &between = measured.between;
    bands.push_back({between.time_s / passes, between.low_s / passes, between.high_s / passes});
    shares.push_back(
        {bands.back().time_s / alone, bands.back().low_s / alone, bands.back().high_s / alone});
    series.points.push_back(std::move(point));
  }
  if (std::optional<FigureThere> there = measuredThere(series, bands))
    return *there;
  if (OrRefused<FigureThere> there = modelled(series); there.ok())
    return there.value();
  Estimate share = hullOf(shares);
  return {{share.time_s * kernels_s, share.low_s * kernels_s, share.high_s * kernels_s},
          "the same share of the kernels as measured"};
}

} // namespace tare
