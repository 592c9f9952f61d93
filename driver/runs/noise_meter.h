// SPDX-License-Identifier: Apache-2.0
// How busy and how fast the machine is right now; a seam, tests put scripted weather in its place.
#pragma once

#include <vector>

namespace tare {

struct ProbeTimes {
  double register_s = 0; // a chain of dependent register operations
  double memory_s = 0;   // a walk over more than the caches nearest to a core hold
};

class NoiseMeter {
public:
  virtual ~NoiseMeter() = default;
  /// Costs about 15 ms: five passes of each probe, the median of them.
  virtual ProbeTimes probe() = 0;
  /// CPU seconds that all cores together have been busy since some fixed moment.
  virtual double busySeconds() = 0;
};

class SystemNoiseMeter final : public NoiseMeter {
public:
  SystemNoiseMeter();
  ProbeTimes probe() override;
  double busySeconds() override;

private:
  std::vector<unsigned char> memory_;
};

/// The busy part of the text of /proc/stat, in seconds; 0 when it cannot be understood.
double busySecondsOf(const std::vector<double> &jiffies, double jiffies_per_second);

} // namespace tare
