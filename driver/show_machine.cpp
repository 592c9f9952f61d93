// SPDX-License-Identifier: Apache-2.0
#include "driver/show_machine.h"

#include "analyzer/report/page.h"
#include "base/quantity.h"

#include <cstdio>

namespace tare {
namespace {

constexpr int setting_width = 34, cost_width = 9;

std::string teamText(const TeamSetting &setting) {
  std::string text = "  " + numberOf(setting.threads, "thread") + " on " +
                     numberOf(setting.cores, "core");
  if (setting.waiting != Waiting::AsMeasured)
    text += setting.waiting == Waiting::Active ? ", active" : ", passive";
  return text + (setting.pinned ? ", pinned" : "");
}

std::string microseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, seconds < 10e-6 ? "%.2f" : "%.0f", seconds * 1e6);
  return rightAligned(text, cost_width);
}

std::string meetingText(const MeasuredTeam &team, MeetingKind kind) {
  std::string text;
  for (double work_s : {1e-6, 1e-3}) {
    const MeetingCurve &curve = team.curve(kind, false);
    double nearest_s = 0;
    for (const CostOfRound &round : curve)
      if (round.work_s <= 1.5 * work_s)
        nearest_s = round.cost.time_s;
    text += microseconds(nearest_s);
  }
  return text;
}

} // namespace

std::string measuredMachineText(const MeasuredMachine &machine) {
  Page page(80, false);
  page.line(leftAligned("  us beyond the work of a round", setting_width) +
            rightAligned("barrier", 2 * cost_width) + rightAligned("region", 2 * cost_width) +
            rightAligned("lock", cost_width));
  page.line(leftAligned("", setting_width) + rightAligned("1 us", cost_width) +
            rightAligned("1 ms", cost_width) + rightAligned("1 us", cost_width) +
            rightAligned("1 ms", cost_width));
  for (const MeasuredTeam &team : machine.teams)
    page.line(leftAligned(teamText(team.setting), setting_width) +
              meetingText(team, MeetingKind::Barrier) + meetingText(team, MeetingKind::Region) +
              microseconds(team.lock.time_s));
  for (const auto &[threads, rates] : machine.rates) {
    char text[96];
    std::snprintf(text, sizeof text, "  %d %s: memory %.1f GB/s, clock %.2f", threads,
                  threads == 1 ? "thread" : "threads", rates.bytes_per_s / 1e9, rates.clock);
    page.line(text);
  }
  return page.take();
}

} // namespace tare
