// SPDX-License-Identifier: Apache-2.0
#include "driver/machine/rounds_output.h"

#include "base/text.h"

#include <sstream>

namespace tare {
namespace {

/// Of a median and what half of all values lie between: 90 % of a normal distribution.
constexpr double quartiles_to_band = 1.645 / 1.349;

bool readCost(std::istringstream &words, MachineCost &cost) {
  double median = 0, low = 0, high = 0;
  if (!(words >> median >> low >> high) || low > median || median > high)
    return false;
  cost = {median * 1e-9, (high - low) * quartiles_to_band * 1e-9};
  return true;
}

bool readRound(std::istringstream &words, MeasuredTeam &team) {
  std::string kind, who;
  double work_ns = 0;
  CostOfRound round;
  if (!(words >> kind >> who >> work_ns) || !readCost(words, round.cost) || work_ns <= 0)
    return false;
  if ((kind != "barrier" && kind != "region") || (who != "together" && who != "alone"))
    return false;
  round.work_s = work_ns * 1e-9;
  MeetingKind of = kind == "barrier" ? MeetingKind::Barrier : MeetingKind::Region;
  MeetingCurve &curve = team.curve(of, who == "alone");
  if (!curve.empty() && curve.back().work_s >= round.work_s)
    return false;
  curve.push_back(round);
  return true;
}

bool readRate(std::istringstream &words, std::map<int, SharedRates> &rates) {
  int threads = 0;
  SharedRates of;
  if (!(words >> threads >> of.bytes_per_s >> of.clock) || threads < 1)
    return false;
  return of.bytes_per_s > 0 && of.clock > 0 && rates.emplace(threads, of).second;
}

bool readRoundsLine(const std::string &line, RoundsOutput &output) {
  std::istringstream words(line);
  std::string what, more;
  words >> what;
  if (what == "runtime") {
    output.runtime_file = trimText(line.substr(what.size())); // it may have blanks
    return true;
  }
  bool is_known = (what == "threads" && words >> output.threads && output.threads >= 1) ||
                  (what == "round" && readRound(words, output.team)) ||
                  (what == "lock" && readCost(words, output.team.lock)) ||
                  (what == "dispatch" && readCost(words, output.team.dispatch)) ||
                  (what == "rate" && readRate(words, output.rates));
  return is_known && !(words >> more);
}

} // namespace

Result<RoundsOutput> readRoundsOutput(const std::string &text) {
  RoundsOutput output;
  for (const std::string &line : splitText(text, '\n'))
    if (!line.empty() && !readRoundsLine(line, output))
      return Error{"the program that measures the machine printed '" + printable(line) + "'"};
  if (output.threads == 0)
    return Error{"the program that measures the machine did not say how many threads it had"};
  return output;
}

} // namespace tare
