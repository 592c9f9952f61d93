// SPDX-License-Identifier: Apache-2.0
#include "driver/follow/live_json.h"

#include "base/formats/formats.h"
#include "base/json/fields.h"

namespace tare {

namespace {

using json::Fields;

struct LiveLine {
  LiveState state;
  bool is_new_phase = false, is_last = false;
};

void liveForecastRows(Fields &io, LiveForecast &forecast) {
  io.required("scenario", forecast.scenario);
  if (forecast.reason.empty())
    io.required("ratio", forecast.ratio, json::amount);
  else
    io.required("reason", forecast.reason);
}

void liveRows(Fields &io, LiveLine &line) {
  io.schema(formats::follow);
  io.required("program", line.state.program);
  if (line.state.rank >= 0)
    io.required("rank", line.state.rank, json::Whole{0});
  io.required("threads", line.state.threads, json::Whole{0});
  io.required("elapsed_s", line.state.elapsed_s, json::duration);
  io.required("regions", line.state.regions, json::amount);
  if (line.state.reason.empty())
    io.required("lost", line.state.lost, json::amount);
  else
    io.required("reason", line.state.reason);
  io.required("forecasts", line.state.forecasts, liveForecastRows);
  io.required("new_phase", line.is_new_phase);
  io.required("ended", line.is_last);
}

} // namespace

std::string liveJson(const LiveState &state, bool is_new_phase, bool is_last) {
  return json::write(LiveLine{state, is_new_phase, is_last}, liveRows, -1);
}

} // namespace tare
