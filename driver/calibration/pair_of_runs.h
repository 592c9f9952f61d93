// SPDX-License-Identifier: Apache-2.0
// What a plain and an instrumented run of the calibration program have measured, by kernel: elapsed
// times, and the cells of the initial thread.
//
//   plain run, instrumented run, its profile -> [pair of runs] -> excess
#pragma once

#include "analyzer/profile/profile.h"
#include "driver/calibration/timings.h"

#include <string>

namespace tare {

/// Thrown where a run lacks a figure; excess.cpp catches it.
struct MissingFigure {
  std::string what;
};

/// Cells of the initial thread for one function of the calibration program.
class KernelCells {
public:
  KernelCells(const Profile &profile, const std::string &function);

  uint64_t entries(NodeKind kind, Spent spent) const { return sum(kind, spent).entries; }
  /// ns of one entry of that time.
  double each(NodeKind kind, Spent spent) const;
  /// ns of what is around the constructs, for each of `executions`. A loop in region code holds
  /// them and does nothing else.
  double around(uint64_t executions) const;
  /// ns between the join of a region of this function and the fork of the next: the median, since
  /// now and then the runtime tends its log there. 0: the log has no two in a row.
  double betweenRegions() const;

private:
  double ns(Ticks ticks) const;
  ProfileCell sum(NodeKind kind, Spent spent) const;

  const Profile &profile_;
  std::string function_;
  const ProfileThread *initial_ = nullptr;
};

class PairOfRuns {
public:
  PairOfRuns(const ScaleOutput &plain, const ScaleOutput &probed, const Profile &profile)
      : plain_(plain), probed_(probed), profile_(profile) {}

  /// ns of one execution of a kernel without probes, and how much longer one takes with them.
  double plain(const std::string &kernel) const { return each(plain_, kernel); }
  double excess(const std::string &kernel) const { return each(probed_, kernel) - plain(kernel); }
  KernelCells in(const std::string &function) const { return {profile_, function}; }
  /// As ScaleOutput has them.
  double interrupted() const { return probed_.interrupted; }
  double interruptionNs() const { return probed_.interruption_ns; }
  /// dispersionBetweenBarriers() of the kernel "barrier", in ns.
  double dispersion() const;

private:
  static double each(const ScaleOutput &output, const std::string &kernel);

  const ScaleOutput &plain_, &probed_;
  const Profile &profile_;
};

} // namespace tare
