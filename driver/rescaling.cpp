// SPDX-License-Identifier: Apache-2.0
#include "driver/rescaling.h"

#include "base/symbolic/formula_text.h"
#include "base/text.h"
#include "instrumenter/operations/evaluation.h"

#include <cstdlib>

namespace tare {
namespace {

/// Seconds; not above 0: it is no time.
double secondsIn(const std::string &text) {
  char *end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  std::string unit = end;
  double factor = unit == "s"    ? 1
                  : unit == "ms" ? 1e-3
                  : unit == "us" ? 1e-6
                  : unit == "ns" ? 1e-9
                                 : 0;
  return value * factor;
}

Error noPoint(const std::string &text) {
  return Error{"--rescale wants sizes, a time and perhaps threads, such as n=400:12.3ms or "
               "n=400:8ms:2, not '" +
               printable(text) + "'"};
}

} // namespace

Result<Rescaling> readRescaling(const std::string &text) {
  Rescaling point;
  // Names such as trips(x.c:12) have colons: the time is behind the last one, or the threads are.
  std::vector<std::string> parts = splitText(text, ':');
  if (parts.size() < 2)
    return noPoint(text);
  if (!(secondsIn(parts.back()) > 0)) {
    point.threads = std::atoi(parts.back().c_str());
    parts.pop_back();
  }
  point.measured_s = secondsIn(parts.back());
  parts.pop_back();
  if (!(point.measured_s > 0) || point.threads < 1 || parts.empty())
    return noPoint(text);
  for (const std::string &size : splitText(joinText(parts, ":"), ',')) {
    size_t equals = size.rfind('=');
    std::string name = size.substr(0, equals);
    if (equals == std::string::npos || !symbolic::isSymbolName(name) ||
        !parameterNumber(size.substr(equals + 1)))
      return noPoint(text);
    point.parameters[name] = size.substr(equals + 1);
  }
  return point;
}

} // namespace tare
