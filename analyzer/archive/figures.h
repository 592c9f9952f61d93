// SPDX-License-Identifier: Apache-2.0
// Real numbers on their way into a data base and out of it.
#pragma once

#include "analyzer/archive/database.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace tare {

/// All digits: what is read is what was kept.
inline std::string exactText(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// NULL is 0.
inline double figureIn(const DatabaseValue &value) {
  return value ? std::strtod(value->c_str(), nullptr) : 0;
}

} // namespace tare
