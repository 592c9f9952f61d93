// SPDX-License-Identifier: Apache-2.0
#include "driver/dry_run.h"

#include "driver/calibrator.h"
#include "driver/show_prediction.h"
#include "driver/verbs.h"
#include "driver/weigh.h"

namespace tare {
namespace {

constexpr int readable = 20; // constructs shown where --top does not say how many

} // namespace

Result<std::optional<EarlierResults>> earlierOf(const DryRunOptions &options) {
  if (options.from.empty())
    return std::optional<EarlierResults>();
  TARE_TRY(EarlierResults earlier, earlierResults(options.from));
  return std::optional(std::move(earlier));
}

Result<int> showDryRun(PredictionRequest programs, const std::optional<EarlierResults> &earlier,
                       const ExperimentOptions &options) {
  programs.earlier = earlier ? &*earlier : nullptr;
  if (!earlier || options.dry_run.threads_given)
    programs.threads = options.threads;
  // A failing calibration is a fault of this installation; other errors are in what was asked for.
  auto calibrate = [measure = machineCalibrator({.quiet = options.quiet, .quick = options.quick})](
                       const std::string &runtime, int threads) {
    return orExit(exit_program_failed, measure(runtime, threads));
  };
  TARE_TRY(Prediction prediction, predict(programs, calibrate));
  int top = options.dry_run.top_given ? options.top : readable;
  bool saved = saveTo(options.json, predictionJson(prediction));
  return print(predictionText(prediction, top)) && saved ? exit_ok : exit_usage;
}

} // namespace tare
