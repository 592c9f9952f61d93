// SPDX-License-Identifier: Apache-2.0
// What `tare doctor` looks at: one function a subject, each returning what it found.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace tare {

/// One line of the doctor, with what to do about it.
struct Finding {
  enum class Level { Ok, Absent, Warn, Missing };
  /// Missing: Tare is not usable. Warn: something will be lacking or inexact. Absent: this machine
  /// has none of it, and nothing can be done.
  Level level = Level::Ok;
  std::string subject; // at most 18 characters
  std::string detail;
  std::string next = {}; // what to do; empty when all is well
};

using Findings = std::vector<Finding>;

/// The checks never fail: what they cannot find out is a finding.
Findings checkCompilers();    // compilers.cpp: a small OpenMP program is built and run
Findings checkInstallation(); // installation.cpp: Tare's own files, helpers of clang -flto, CMake
Findings checkClock();        // machine.cpp
Findings checkCores();
Findings checkKernel();
Findings checkResults();
Findings checkCounters(); // counters.cpp
Findings checkJob();      // job.cpp: inside a batch job, or as a rank; else nothing

/// What a build left below `folder`. Value: the exit status.
Result<int> examineBuild(const std::string &folder); // build_folder.cpp

} // namespace tare
