// SPDX-License-Identifier: Apache-2.0
// One line on a terminal that says how far an experiment is; nothing at all elsewhere.
#pragma once

#include "driver/runs/machine.h"

#include <cstdio>
#include <string>

namespace tare {

class Progress {
public:
  /// Draws on `stream` if `enabled`; the caller asks isatty() and --quiet.
  Progress(std::FILE *stream, bool enabled, Clock &clock);
  ~Progress();
  Progress(const Progress &) = delete;

  /// So many more steps are to come.
  void expect(int steps);
  /// A step begins.
  void begin(const std::string &what);
  void end();
  /// Takes the line away, so that messages start on a clean one.
  void clear();

private:
  void draw(const std::string &what);

  std::FILE *stream_;
  bool enabled_;
  Clock &clock_;
  double start_s_;
  int done_ = 0, total_ = 0;
  bool drawn_ = false;
};

/// "0:07", "1:02:03"
std::string minutesText(double seconds);

} // namespace tare
