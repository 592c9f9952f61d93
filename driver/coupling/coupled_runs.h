// SPDX-License-Identifier: Apache-2.0
// Runs of a program with libtare-coupling.so in front of it, and what that wrote.
#pragma once

#include "analyzer/coupling/run_record.h"
#include "analyzer/coupling/verdicts.h"
#include "base/process.h"

#include <string>
#include <vector>

namespace tare {

/// What one run has to do.
struct CoupledRun {
  enum Mode { Order, Check, Time } mode = Order;
  uint64_t at = 0; // the call before which the kernels are repeated
  int cycle = 0;   // positions
  bool in_region = false;
  double seconds = 0; // of repetitions, about
  std::vector<RepeatedWindow> windows;
};

/// The text of TARE_COUPLING, with the file that the run writes.
std::string requestText(const CoupledRun &run, const std::string &file);

struct CoupledSetting {
  std::string folder;  // results; each run gets runs/<number> in it
  std::string library; // libtare-coupling.so
  std::vector<std::string> arguments;
  int threads = 1;
  double timeout_s = 0;
  int expected_status = 0; // of a program that runs to its end
  std::string standard_input;
};

struct CoupledOutcome {
  CouplingRecord record;
  std::string ended; // "by signal 11", "with status 3"; empty: as it should
};

class CoupledRuns {
public:
  CoupledRuns(ProcessRunner &processes, CoupledSetting setting, int &number)
      : processes_(processes), setting_(std::move(setting)), number_(number) {}

  /// Error: the program cannot be started, was interrupted or took too long, or wrote nothing.
  Result<CoupledOutcome> run(const std::string &program, const CoupledRun &what);

private:
  ProcessRunner &processes_;
  CoupledSetting setting_;
  int &number_; // of the runs so far, of all settings
};

} // namespace tare
