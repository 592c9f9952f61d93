// SPDX-License-Identifier: Apache-2.0
#include "analyzer/perturbation/approximate.h"

#include "analyzer/cost/frequencies.h"
#include "analyzer/replay/cells.h"
#include "analyzer/perturbation/move_events.h"
#include "analyzer/perturbation/removal.h"
#include "analyzer/perturbation/serial_places.h"
#include "analyzer/perturbation/without_probes.h"
#include "analyzer/replay/replay.h"

#include <algorithm>

namespace tare {

namespace {

// Serial code: its statements' probes, the outer sides of those around regions, and the regions
// that were left out.
class SerialCode {
public:
  SerialCode(Profile &profile, Removal &removal)
      : profile_(profile), removal_(removal), places_(profile, removal) {}

  void shrink(const RegionShrinks &regions) {
    for (uint32_t number = 0; number < profile_.threads.size(); ++number)
      if (profile_.threads[number].initial)
        shrinkThread(number, regions);
  }

  /// By how much all of it is shorter.
  Ticks shorter() const { return then_ - now_ + skipped_shorter_; }

private:
  void shrinkThread(uint32_t number, const RegionShrinks &regions) {
    ProfileThread &thread = profile_.threads[number];
    then_ += serialOf(thread);
    forks_ = profile_.regions + thread.sum(Spent::Skipped).entries;
    for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
      const ProfileNode &n = thread.nodes[index];
      takeSkipped(thread, index);
      if (n.isStatement())
        takeStatement(thread, index);
      else if (uint64_t forks = n.instances)
        takeForks(thread, index, outermostOf(forks, regions, number, index));
    }
    places_.takeRest(thread);
    // Tick 0 stands for never: of a run that had serial code before its first region some is left.
    if (serialOf(thread) == 0 && then_ > 0)
      thread.serial_ticks = 1;
    now_ += serialOf(thread);
  }

  static Ticks serialOf(const ProfileThread &thread) {
    return thread.serial_ticks + thread.sum(Spent::Serial).ticks;
  }

  void takeStatement(ProfileThread &thread, uint32_t index) {
    ProfileCell &cell = thread.nodes[index].cells[Spent::Serial];
    if (cell.ticks == 0)
      return takeTooShort(thread, index, static_cast<double>(cell.entries));
    auto executions = static_cast<double>(cell.entries);
    Ticks interval = cell.ticks / static_cast<Ticks>(cell.entries);
    Ticks inside = rounded(executions * removal_.of(CostKind::Serial, true, interval));
    Ticks outside = rounded(executions * removal_.of(CostKind::Serial, false, interval));
    takeBut(1, cell.ticks, inside);
    places_.takeAround(thread, index, outside);
  }

  // Its time is that of what is around it, the first executions' too.
  void takeTooShort(ProfileThread &thread, uint32_t index, double executions) {
    double measured = measuredBeforeTooShort(executions);
    double first = removal_.of(CostKind::Serial, true, 0) + removal_.of(CostKind::Serial, false, 0);
    double more = removal_.of(CostKind::TooShort, false, 0);
    places_.takeAround(thread, index, rounded(measured * first + (executions - measured) * more));
  }

  // One pair of probes for each. Those inside do nothing, and what that takes nobody counts.
  void takeSkipped(ProfileThread &thread, uint32_t index) {
    ProfileCell &cell = thread.nodes[index].cells[Spent::Skipped];
    if (cell.entries == 0)
      return;
    Ticks then = cell.ticks, interval = then / static_cast<Ticks>(cell.entries);
    auto executions = static_cast<double>(cell.entries);
    removal_.take(cell.ticks, rounded(executions * removal_.of(CostKind::Work, true, interval)));
    skipped_shorter_ += then - cell.ticks;
    shrinkStandsFor(thread.log, index, then, cell.ticks);
    places_.takeAround(thread, index,
                       rounded(executions * removal_.of(CostKind::Work, false, interval)));
  }

  // Each in proportion; the sum over all of them is exact.
  static void shrinkStandsFor(std::vector<Segment> &log, uint32_t region, Ticks then, Ticks now) {
    Ticks sum = 0, sum_now = 0;
    for (Segment &segment : log) {
      if (segment.region_node != region || segment.stands_for == 0)
        continue;
      sum += segment.stands_for;
      auto until = static_cast<Ticks>(static_cast<__int128>(sum) * now / then);
      segment.stands_for = until - sum_now;
      sum_now = until;
    }
  }

  void takeForks(ProfileThread &thread, uint32_t index, double forks) {
    Ticks interval = then_ / static_cast<Ticks>(std::max<uint64_t>(forks_, 1));
    Ticks from_this = cutTicks(static_cast<double>(then_) / std::max(forks, 1.0));
    Removal::Away away = {interval, std::max(interval, from_this)};
    places_.takeAround(thread, index,
                       rounded(forks * removal_.of(CostKind::RegionFork, false, away)));
  }

  // A statement without a tick would be one that was not measured.
  void takeBut(Ticks least, Ticks &from, Ticks amount) {
    Ticks spare = std::max<Ticks>(from - least, 0), kept = from - spare;
    removal_.take(spare, amount);
    from = kept + spare;
  }

  // Of the regions of this node, those that are forked in serial code; of one without a log, all.
  static double outermostOf(uint64_t forks, const RegionShrinks &regions, uint32_t thread,
                            uint32_t node) {
    auto found = regions.find({thread, node});
    if (found == regions.end())
      return static_cast<double>(forks);
    auto outermost = static_cast<double>(found->second.outermost);
    return static_cast<double>(forks) * outermost /
           (outermost + static_cast<double>(found->second.nested));
  }

  static Ticks rounded(double ticks) { return cutTicks(ticks + 0.5); }

  Profile &profile_;
  Removal &removal_;
  SerialPlaces places_;
  Ticks then_ = 0, now_ = 0; // serial code, in the narrow sense
  Ticks skipped_shorter_ = 0;
  uint64_t forks_ = 0; // of regions, those that were left out too
};

void removeSetup(Profile &profile) {
  for (ProfileThread &thread : profile.threads) {
    if (!thread.initial)
      continue;
    profile.window -= thread.serial_probe_ticks;
    thread.serial_probe_ticks = 0;
  }
}

// Of the serial code between the regions that the log has, with the regions that it lacks.
double serialFactor(Ticks window, Ticks window_now, Ticks outermost, Ticks outermost_now) {
  Ticks then = window - outermost, now = window_now - outermost_now;
  return then > 0 ? std::clamp(static_cast<double>(now) / static_cast<double>(then), 0.0, 1.0) : 1;
}

bool costsMatter(const ObservedCost &observed, const Profile &profile) {
  auto threads = static_cast<double>(std::max<uint32_t>(profile.threads_asked, 1));
  return observed.high > 0.005 * threads * static_cast<double>(profile.window);
}

} // namespace

Approximation approximate(Profile measured, const Teams &teams, const ProbeCosts &costs,
                          CostBound bound) {
  Approximation result;
  Profile &profile = measured;
  Removal removal(profile, costs, bound);
  std::vector<RebuiltThread> sums = thinnedSums(profile);
  result.observed = observedCost(profile, costs);
  result.lock_probes = observedCostOfLocks(profile, costs);
  result.measured_window = profile.window;
  result.set_up = setUpTicks(profile);
  if (costsMatter(result.observed, profile))
    result.measured = std::make_shared<const Profile>(profile);
  removeSetup(profile);
  MoveEvents events(profile);
  WithoutProbes change(profile, removal);
  Replay replay(profile, teams, change);
  replay.run();
  SerialCode serial(profile, removal);
  serial.shrink(replay.regions());
  profile.window -= outermostShorter(profile, replay) + serial.shorter();
  replay.place(serialFactor(result.measured_window, profile.window,
                            replay.outermost() + replay.shorter(), replay.outermost()));
  shrinkCells(profile, replay, sums);
  events.in(profile);
  result.probes = removal.probes();
  result.unfounded = removal.unfounded();
  result.profile = std::move(profile);
  return result;
}

} // namespace tare
