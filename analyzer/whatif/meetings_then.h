// SPDX-License-Identifier: Apache-2.0
// What threads will take to meet, on other cores or with another waiting policy: by the measured
// machine; where that does not tell, by the calibration of as many threads; else by what is usual.
//
//   Profile, Scenario, knowledge -> [meetings then] -> on cores
#pragma once

#include "analyzer/whatif/scenario_run.h"

#include <string>

namespace tare {

class MeetingsThen {
public:
  /// `is_resized`: the profile is of another number of threads than was measured, each on a core of
  /// its own.
  MeetingsThen(const Profile &profile, const Teams &teams, const Scenario &scenario,
               const RunKnowledge &knowledge, bool is_resized)
      : profile_(profile), teams_(teams), scenario_(scenario), knowledge_(knowledge),
        is_resized_(is_resized) {}

  /// That the program may use then; 0: not known.
  double cores() const;
  /// Instances that one in the log stands for.
  double instancesOfOne() const;

  struct Unknown {
    double doubt = 0; // half of a band, ticks of the window
    std::string lack; // what is not known, with the command that measures it; empty: nothing
  };
  /// How threads wait and meet.
  Unknown describe(CoresAsked &asked) const;

private:
  TeamSetting measured() const;
  TeamSetting now() const;
  bool isMachineKnown() const;
  void takeMachine(CoresAsked &asked) const;
  Unknown takeUsual(CoresAsked &asked) const;
  double calibrated(const char *construct) const;

  const Profile &profile_;
  const Teams &teams_;
  const Scenario &scenario_;
  const RunKnowledge &knowledge_;
  bool is_resized_;
};

} // namespace tare
