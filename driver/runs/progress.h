// SPDX-License-Identifier: Apache-2.0
// How far an experiment is. On a terminal: one line that moves while a program runs. Elsewhere: one
// line for each phase, so that a log shows them. Silent: nothing at all.
#pragma once

#include "driver/runs/machine.h"

#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace tare {

class Progress {
public:
  enum class Kind { Silent, Log, Terminal };

  Progress(std::FILE *stream, Kind kind, Clock &clock);
  ~Progress();
  Progress(const Progress &) = delete;

  /// A line that stays, for people and for logs.
  void phase(const std::string &what);
  /// What is still to come; `seconds` below 0: not known.
  void expect(int runs, double seconds);
  /// A run begins, which takes about so long; below 0: not known.
  void begin(const std::string &what, double seconds);
  void end();
  /// Takes the moving line away, so that messages start on a clean one.
  void clear();

private:
  void keepMoving();
  void draw();

  std::FILE *stream_;
  Kind kind_;
  Clock &clock_;
  int done_ = 0, left_ = 0;
  double left_s_ = -1; // when the current run began
  std::string what_;   // the current run; empty: none
  double began_s_ = 0, expected_s_ = -1;
  bool drawn_ = false;

  std::mutex mutex_; // of all above, between the caller and the thread that moves the line
  std::condition_variable ended_;
  bool over_ = false;
  std::thread mover_; // Terminal only
};

/// Silent for `quiet`, else what the stream is.
Progress::Kind progressKind(std::FILE *stream, bool quiet);

/// "0:07", "1:02:03"
std::string minutesText(double seconds);

} // namespace tare
