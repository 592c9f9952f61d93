// SPDX-License-Identifier: Apache-2.0
// Processors that several processes share in turns, as operating systems do it: whoever gets a
// processor keeps it until its turn is over or it leaves. Then it goes to the one that has had the
// least time of those that want it (fair by virtual runtime; of equal ones who waited longest).
//
//   process, amounts of its processor time -> [turns] -> when each amount is over, who is on
//
// A process that comes back counts as if it had had as much as the one with the least that is
// there, so that nobody saves time up. It takes no processor from anybody before a turn is over.
// Turns follow one upon the other while nobody else wants the processor: who comes then waits for
// the end of the turn that runs.
//
// Cost: O(log n + processors) for each event of n processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <tuple>
#include <vector>

namespace tare {

class ProcessorTurns {
public:
  /// `processes`: those that may come have numbers below it. `turn` is above 0.
  ProcessorTurns(size_t processors, double turn, size_t processes);

  /// It wants a processor until it leaves, and is due when it has had `amount` of it; infinity:
  /// never. Who has a processor keeps it for the rest of its turn.
  void start(double now, uint32_t process, double amount);
  void leave(double now, uint32_t process);
  /// `process` is known to have a processor at `now`. If it has none, it gets the one whose turn
  /// ends first.
  void putOn(double now, uint32_t process);

  bool isOn(uint32_t process) const { return states_[process].processor != none; }
  /// It has a processor, or waits for one.
  bool wants(uint32_t process) const { return isOn(process) || states_[process].is_ready; }

  /// Processor time that it has had.
  double used(double now, uint32_t process) const;

  /// Something happens then: someone is due, or a turn ends that others wait for. Infinity: never.
  double next() const;
  /// What happens next happens. Returns who is due, without an amount then; or `nobody`.
  uint32_t runNext();
  static constexpr uint32_t nobody = std::numeric_limits<uint32_t>::max();

  /// Processes that got a processor since this was asked.
  std::vector<uint32_t> takeArrived();

private:
  static constexpr size_t none = std::numeric_limits<size_t>::max();
  static constexpr double never = std::numeric_limits<double>::infinity();
  struct State {
    size_t processor = none;
    bool is_ready = false;
    double left = never; // of its amount
    double had = 0;      // virtual runtime
    double used = 0;
    uint64_t order = 0; // among those that are ready
  };
  struct Processor {
    uint32_t process = nobody;
    double since = 0; // up to when its process's times are known
    double turn_ends = 0;
  };

  void advance(Processor &processor, double now);
  void makeReady(uint32_t process);
  void fill(double now, size_t processor);
  double leastHad() const;
  std::tuple<double, uint64_t, uint32_t> keyOf(uint32_t process) const;

  double turn_;
  std::vector<State> states_;
  std::vector<Processor> processors_;
  std::set<std::tuple<double, uint64_t, uint32_t>> ready_; // had, order, process
  std::vector<uint32_t> arrived_;
  uint64_t orders_ = 0;
};

} // namespace tare
