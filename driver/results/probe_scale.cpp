// SPDX-License-Identifier: Apache-2.0
#include "driver/results/probe_scale.h"

#include "analyzer/cost/frequencies.h"
#include "base/formats/formats.h"
#include "base/json/fields.h"

#include <algorithm>

namespace tare {
namespace {

constexpr uint64_t largest_file = uint64_t(1) << 20;
constexpr double mattering_share = 0.0005;

std::string costsPath(const std::string &folder) { return folder + "/probe_costs.json"; }

void knownFields(json::Fields &io, ProbeScale::Known &known) {
  io.required("costs", known.costs, probeCostFields);
  io.required("warnings", known.warnings);
}

void scaleFields(json::Fields &io, std::vector<ProbeScale::Known> &all) {
  io.schema(formats::run_probe_costs);
  io.required("costs", all, knownFields);
}

double mostOf(const ProbeCost &cost) { return cost.inside.high(1) + cost.outside.high(1); }

/// Kinds that may have taken more than mattering_share of the threads' time.
void addMattering(std::array<bool, cost_kinds> &kinds, const Profile &measured,
                  const ProbeCosts &costs) {
  Executions all;
  for (const Executions &its : countedExecutions(measured))
    all.add(its);
  double least = mattering_share * static_cast<double>(measured.window) *
                 static_cast<double>(std::max<uint64_t>(measured.threads_asked, 1));
  for (size_t i = 0; i < cost_kinds; ++i)
    kinds[i] = kinds[i] || all.times[i] * mostOf(costs.costs[i]) > least;
}

} // namespace

Result<void> ProbeScale::write(const std::string &folder) const {
  std::vector<Known> all;
  for (const auto &[key, known] : known_)
    all.push_back(known);
  return writeFileAtomic(costsPath(folder), json::write(std::move(all), scaleFields), 0600);
}

Result<ProbeScale> ProbeScale::read(const std::string &folder) {
  ProbeScale scale;
  if (!fileExists(costsPath(folder)))
    return scale;
  auto all = json::readFrom(costsPath(folder), largest_file,
                            "the kept costs of the probes cannot be read: ", scaleFields);
  if (!all.ok())
    return Error{all.error().message, all.error().place,
                 "remove the file to see the times as they were measured"};
  for (const Known &known : all.value())
    scale.known_[{known.costs.openmp_runtime, known.costs.threads}] = known;
  return scale;
}

Approximation ProbeScale::operator()(Profile measured, const Teams &teams) {
  const Key key = keyOf(measured);
  const Known *known = costsFor(key);
  if (!known) {
    Approximation same; // without a window: these are times as measured
    same.profile = std::move(measured);
    return same;
  }
  Approximation result = approximate(std::move(measured), teams, known->costs);
  if (result.measured) {
    for (const std::string &warning : known->warnings)
      addOnce(warnings_, asNote(warning));
    addMattering(mattered_[key], *result.measured, known->costs);
  }
  return result;
}

std::vector<Note> ProbeScale::warnings() const {
  std::vector<Note> all = warnings_;
  for (const auto &[key, kinds] : mattered_) {
    auto matters = [&](CostKind kind) { return kinds[static_cast<size_t>(kind)]; };
    if (std::string text = unsettledText(known_.at(key).costs, matters); !text.empty())
      all.push_back(asNote(std::move(text)));
  }
  return all;
}

// More threads than cores take turns: a probe then costs as much as with one thread on each core.
ProbeScale::Key ProbeScale::keyOf(const Profile &profile) {
  int threads = profile.of_serial_program ? 1 : static_cast<int>(profile.threads_asked);
  if (profile.cores_allowed > 0)
    threads = std::min(threads, static_cast<int>(profile.cores_allowed));
  if (!profile.of_serial_program)
    runtime_ = profile.openmp_runtime;
  return {runtime_, std::max(threads, 1)};
}

const ProbeScale::Known *ProbeScale::costsFor(const Key &key) {
  if (auto found = known_.find(key); found != known_.end())
    return &found->second;
  if (calibrate_ && !missing_.contains(key)) {
    Result<Known> known = calibrate_(key.first, key.second);
    if (known.ok())
      return &(known_[key] = std::move(known).value());
    missing_[key] = known.error().text();
    addOnce(warnings_, {.rule = "costs-unknown", .figures = {{"reason", missing_[key]}}});
  } else if (!calibrate_) {
    addOnce(warnings_, {"costs-not-measured"});
  }
  return nullptr;
}

} // namespace tare
