// SPDX-License-Identifier: Apache-2.0
#include "driver/follow/live_text.h"

#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tare {

namespace {

std::string ratioWords(double ratio) {
  if (ratio > 0.995 && ratio < 1.005)
    return "as fast";
  return ratio < 1 ? ratioText(1 / ratio) + " times as fast" : ratioText(ratio) + " times as slow";
}

std::string notKnown(const std::string &reason) {
  return reason.starts_with("not known") ? reason : "not known, " + reason;
}

std::string lostText(const LiveState &state) {
  if (!state.reason.empty())
    return "; lost: " + notKnown(state.reason);
  std::vector<std::pair<double, std::string>> lost;
  for (const auto &[row, part] : state.lost)
    lost.push_back({part, row});
  std::sort(lost.rbegin(), lost.rend());
  if (lost.size() > 3)
    lost.resize(3);
  std::string text;
  for (const auto &[part, row] : lost)
    text += (text.empty() ? "; lost: " : ", ") + row + " " + tenthPercent(part);
  return text.empty() ? "; lost: no row has 1 %" : text;
}

} // namespace

std::string liveText(const LiveState &state, bool is_last) {
  std::string text = state.rank < 0 ? "" : "rank " + std::to_string(state.rank) + ": ";
  text += is_last ? "ended after " : "";
  text += timeText(state.elapsed_s);
  if (is_last && !state.cut_reason.empty())
    text += " (" + state.cut_reason + ")";
  text += ", " + numberOf(std::llround(state.regions), "region") + lostText(state);
  for (const LiveForecast &forecast : state.forecasts)
    text += "; " + forecast.scenario + ": " +
            (forecast.reason.empty() ? ratioWords(forecast.ratio) : notKnown(forecast.reason));
  return text + "\n";
}

} // namespace tare
