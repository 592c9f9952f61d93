// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/timings.h"

#include "base/text.h"

#include <sstream>

namespace tare {
namespace {

/// Nothing but blanks is left of the line.
bool atEnd(std::istringstream &words) {
  std::string more;
  return !(words >> more);
}

bool readKernel(std::istringstream &words, ScaleOutput &output) {
  std::string name;
  KernelTime time;
  if (!(words >> name >> time.executions >> time.ns) || !atEnd(words))
    return false;
  return time.executions >= 1 && time.ns >= 0 && output.kernels.emplace(name, time).second;
}

bool readLine(const std::string &line, ScaleOutput &output) {
  std::istringstream words(line);
  std::string what;
  words >> what;
  if (what == "kernel")
    return readKernel(words, output);
  if (what == "threads")
    return words >> output.threads && atEnd(words) && output.threads >= 1;
  if (what == "interrupted")
    return words >> output.interrupted >> output.interruption_ns && atEnd(words) &&
           output.interrupted >= 0 && output.interruption_ns >= 0;
  if (what == "waited") {
    double waited = -1;
    if (!(words >> waited) || !atEnd(words) || waited < 0)
      return false;
    output.waited = waited;
    return true;
  }
  if (what != "runtime")
    return false;
  output.runtime = trimText(line.substr(what.size())); // it may have blanks
  return true;
}

} // namespace

Result<ScaleOutput> readScaleOutput(const std::string &text) {
  ScaleOutput output;
  for (const std::string &line : splitText(text, '\n'))
    if (!line.empty() && !readLine(line, output))
      return Error{"the calibration program printed '" + printable(line) + "'"};
  if (output.threads == 0)
    return Error{"the calibration program did not say how many threads it had"};
  return output;
}

} // namespace tare
