// SPDX-License-Identifier: Apache-2.0
// The machine that an experiment runs on, and the clock of the driver as a seam.
#pragma once

#include "analyzer/ledger/ledger.h"

#include <map>
#include <string>

namespace tare {

/// Host, CPU model, cores that this process may use. Clock and rate come from the first run.
Machine thisMachine();

/// "2026-11-21T08:12:01Z"
std::string utcNow();

inline constexpr const char *value_not_recorded = "(value not recorded)";

/// OMP_*, KMP_*, GOMP_* and TARE_*, never the rest of the environment. A variable that nobody
/// documents may hold anything: of it only the name.
std::map<std::string, std::string> openMPEnvironment();

class Clock {
public:
  virtual ~Clock() = default;
  virtual double seconds() = 0; // from some fixed moment
};

class SystemClock final : public Clock {
public:
  double seconds() override;
};

} // namespace tare
