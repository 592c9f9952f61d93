// SPDX-License-Identifier: Apache-2.0
#include "driver/dry_run.h"

#include "base/files.h"
#include "driver/calibrator.h"
#include "driver/show_prediction.h"
#include "driver/verbs.h"

#include <cstdio>

namespace tare {
namespace {

constexpr int readable = 20; // constructs, for people

bool print(const std::string &text) {
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fflush(stdout) == 0 && written; // main() says what became of our output
}

bool save(const std::string &path, const Prediction &prediction) {
  if (path.empty())
    return true;
  Result<void> kept = writeFileAtomic(path, predictionJson(prediction));
  if (!kept.ok())
    complain(kept.error());
  return kept.ok();
}

} // namespace

Result<std::optional<EarlierResults>> earlierOf(const DryRunOptions &options) {
  if (options.from.empty())
    return std::optional<EarlierResults>();
  Result<EarlierResults> earlier = earlierResults(options.from);
  if (!earlier.ok())
    return earlier.error();
  return std::optional(std::move(earlier).value());
}

int showDryRun(PredictionRequest programs, const std::optional<EarlierResults> &earlier,
               const ExperimentOptions &options) {
  programs.earlier = earlier ? &*earlier : nullptr;
  if (!earlier || options.dry_run.threads_given)
    programs.threads = options.threads;
  // What a calibration fails of is this installation, what else is wrong was asked for.
  bool calibrated = true;
  auto measure = machineCalibrator(options.quiet);
  auto calibrate = [&](const std::string &runtime, int threads) {
    Result<ProbeScale::Known> known = measure(runtime, threads);
    calibrated = known.ok();
    return known;
  };
  Result<Prediction> prediction = predict(programs, calibrate);
  if (!prediction.ok()) {
    complain(prediction.error());
    return calibrated ? exit_usage : exit_program_failed;
  }
  int top = options.dry_run.top_given ? options.top : readable;
  bool saved = save(options.json, prediction.value());
  return print(predictionText(prediction.value(), top)) && saved ? exit_ok : exit_usage;
}

} // namespace tare
