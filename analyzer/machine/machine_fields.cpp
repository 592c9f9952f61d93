// SPDX-License-Identifier: Apache-2.0
#include "analyzer/machine/measured_machine.h"

#include "base/json/fields.h"

#include <utility>

namespace tare {

namespace {

using json::Fields;

constexpr json::Whole threads_limit{1, 99999};

void waitingField(Fields &io, Waiting &waiting) {
  static constexpr std::pair<Waiting, const char *> names[] = {
      {Waiting::AsMeasured, "default"}, {Waiting::Active, "active"}, {Waiting::Passive, "passive"}};
  std::string name;
  for (auto [value, text] : names)
    if (value == waiting)
      name = text;
  io.required("waiting", name);
  bool is_known = false;
  for (auto [value, text] : names)
    if (name == text) {
      waiting = value;
      is_known = true;
    }
  io.check(is_known, "is none of default, active, passive", "waiting");
}

void costRows(Fields &io, MachineCost &cost) {
  io.required("time_s", cost.time_s, json::seconds);
  io.required("doubt_s", cost.doubt_s, json::duration);
}

void roundRows(Fields &io, CostOfRound &round) {
  io.required("work_s", round.work_s, json::duration);
  costRows(io, round.cost);
}

void curveRow(Fields &io, const char *key, MeetingCurve &curve) {
  io.required(key, curve, roundRows);
  bool rises = !curve.empty() && curve.front().work_s > 0;
  for (size_t i = 1; i < curve.size(); ++i)
    rises = rises && curve[i - 1].work_s < curve[i].work_s;
  io.check(rises, "is no curve: its work_s have to rise", key);
}

void teamRows(Fields &io, MeasuredTeam &team) {
  io.required("threads", team.setting.threads, threads_limit);
  io.required("cores", team.setting.cores, threads_limit);
  waitingField(io, team.setting.waiting);
  io.required("pinned", team.setting.pinned);
  curveRow(io, "barrier_together", team.curve(MeetingKind::Barrier, false));
  curveRow(io, "barrier_alone", team.curve(MeetingKind::Barrier, true));
  curveRow(io, "region_together", team.curve(MeetingKind::Region, false));
  curveRow(io, "region_alone", team.curve(MeetingKind::Region, true));
  io.required("lock", team.lock, costRows);
  io.required("dispatch", team.dispatch, costRows);
}

struct RatesOfThreads {
  int threads = 1;
  SharedRates rates;
};

void rateRows(Fields &io, RatesOfThreads &of) {
  io.required("threads", of.threads, threads_limit);
  io.required("bytes_per_s", of.rates.bytes_per_s, json::amount);
  io.required("clock", of.rates.clock, json::Number{0.01, 100, json::toSixDigits});
}

} // namespace

void measuredMachineFields(Fields &io, MeasuredMachine &machine) {
  io.required("openmp_runtime", machine.openmp_runtime);
  io.required("teams", machine.teams, teamRows);
  std::vector<RatesOfThreads> rates;
  for (const auto &[threads, of] : machine.rates)
    rates.push_back({threads, of});
  io.required("rates", rates, rateRows);
  for (const RatesOfThreads &of : rates)
    machine.rates[of.threads] = of.rates;
}

} // namespace tare
