// SPDX-License-Identifier: Apache-2.0
// Performance coupling and the composition of kernels' times.
// Source: Taylor et al., "Prophesy: Automating the Modeling Process", section 4.3; Geisler and
// Taylor, "Performance Coupling" (1999). A kernel stands at a position of the program's cycle: a
// kernel that is called twice in a pass has two positions. Windows are neighbours in the cycle;
// the first position follows the last one.
//
//   C_W = P_W / sum of P_k over k in W                      coupling
//   c_k = sum of C_W P_W / sum of P_W, over windows with k   coefficient (h, k and y in the paper)
//   T   = passes * sum of c_k E_k + time between kernels     composition
#pragma once

#include "analyzer/ledger/ledger.h"

#include <vector>

namespace tare {

/// Positions first, first + 1, ... of a cycle, `length` of them.
struct KernelWindow {
  int first = 0, length = 1;

  bool operator==(const KernelWindow &) const = default;
  /// Its positions; `cycle` is their number.
  std::vector<int> positions(int cycle) const;
};

/// The positions one by one, then all windows of `chain` neighbours. A chain as long as the cycle
/// has as many windows, which begin at different positions. A cycle that is shorter has none.
std::vector<KernelWindow> windowsOf(int cycle, int chain);

/// What was measured: seconds for one execution of each window, in each repetition.
struct WindowTimes {
  int cycle = 0;                     // positions
  std::vector<KernelWindow> windows; // first each position alone, in order
  std::vector<int> runs;             // which run each repetition was of; empty: all of one
  std::vector<std::vector<double>> repetitions; // [repetition][window], all above 0
};

/// A ratio with its 95 % band.
struct RatioBand {
  double value = 1, low = 1, high = 1;
};

enum class CouplingKind {
  None,         // 1 lies within the band
  Constructive, // below 1: one kernel finds what another left
  Destructive,  // above 1: they drive each other's data out
  Unknown,      // the band is wide, and twice as wide it holds 1
};
CouplingKind kindOf(const RatioBand &coupling);

/// Half of a band that is wide: a coupling of 1 within it says nothing about a sum.
inline constexpr double wide_coupling = 0.05;

/// Mean of the middle half: a disturbed repetition at either end does not count. Not empty.
double middleMean(std::vector<double> values);
/// The mean of the middle half of the values. Its band: bootstrap over them, widened for few. It
/// also holds what each run alone says: data lie elsewhere in each, which repetitions cannot tell.
RatioBand robustBand(const std::vector<double> &values, const std::vector<int> &runs = {});
/// The same in seconds.
Estimate robustEstimate(const std::vector<double> &values, const std::vector<int> &runs = {});

/// C_W of one repetition's times.
double couplingIn(const std::vector<double> &times, const WindowTimes &of, size_t window);
/// The coefficients c_k of one repetition's times, over the windows of `chain` positions.
std::vector<double> coefficientsIn(const std::vector<double> &times, const WindowTimes &of,
                                   int chain);

struct CoupledWindow {
  KernelWindow window;
  Estimate time; // of one execution
  RatioBand coupling;
};

struct KernelComposition {
  std::vector<Estimate> alone;                 // E_k, here P_k: by position
  std::vector<std::vector<double>> alone_runs; // the same in each run
  std::vector<CoupledWindow> windows;          // of `chain` positions
  std::vector<RatioBand> coefficients;         // by position
  int chain = 2;
  Estimate plain_sum, composed; // seconds of one pass, without the code between kernels
};

/// Bands are taken over whole repetitions, so what all times of one share cancels.
/// Expects at least one repetition, and windows of `chain`.
KernelComposition composed(const WindowTimes &times, int chain);

/// The whole loop: passes * one pass + the code between kernels, which has a band of its own.
Estimate loopTime(const Estimate &pass, size_t passes, const Estimate &between);

/// The same of each run; empty where runs are not told apart.
std::vector<double> meanOfEachRun(const std::vector<double> &values, const std::vector<int> &runs);

/// Pairs leave more than this share of the measured time unexplained: chains of three are measured.
inline constexpr double pairs_suffice = 0.05;

} // namespace tare
