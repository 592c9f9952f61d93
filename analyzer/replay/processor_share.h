// SPDX-License-Identifier: Apache-2.0
// Processors that several processes share fairly, in an infinitely small quantum (Eom and
// Hollingsworth): each one has the same share of each processor that it wants, and no more than it
// wants.
//
//   rate of all = min(1, processors / sum of what the runnable processes want)
//
// Time of a process is counted in this share, so that it need not be touched when others come and
// go: it is due when the share has grown by its amount.
#pragma once

#include <cstdint>
#include <limits>
#include <set>
#include <utility>

namespace tare {

class ProcessorShare {
public:
  explicit ProcessorShare(double processors = 1) : processors_(processors) {}

  /// It runs from now on, for `amount` of time on its own processors; infinity: until it is
  /// stopped. Returns when it is due, in the share.
  double start(double now, uint32_t process, double amount, double wants = 1);
  /// It runs no longer. `due` and `wants` as it was started.
  void stop(double now, uint32_t process, double due, double wants = 1);
  /// The same of the one that is due now: what rounding leaves of its amount is gone.
  void end(double now, uint32_t process, double due, double wants = 1);

  bool isAnyDue() const { return !due_.empty(); }
  /// If isAnyDue(): when, and who.
  double next() const { return at_ + (due_.begin()->first - share_) / rate(); }
  uint32_t nextProcess() const { return due_.begin()->second; }

private:
  void advance(double now);
  double rate() const { return wanted_ <= processors_ ? 1 : processors_ / wanted_; }

  double processors_ = 1;
  double share_ = 0; // time that a process has had that was always runnable
  double at_ = 0;    // moment of that
  double wanted_ = 0;
  std::set<std::pair<double, uint32_t>> due_;
};

} // namespace tare
