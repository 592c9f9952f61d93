// SPDX-License-Identifier: Apache-2.0
// Processes that share processors: their activity graph, run again under a fair round-robin policy
// with an infinitely small quantum (Eom and Hollingsworth, "LBF: A Performance Metric for Program
// Reorganization", section 2 and Figure 2). Every runnable process of a group has the same share of
// the group's processors, and no more than one.
//
//   steps of each process, groups of processes -> [fair share] -> when each step was reached and
//   left
//
// The paper's waiting processes take no processor time. Threads of OpenMP may: they spin for a
// while, and may need time to wake up (WaitPolicy). With WaitPolicy{} it is the paper's policy.
//
// Steps come in the order of their process, and any order between processes: what is known of all
// is run at once and forgotten. Memory is that of the steps that are not run yet and of the events
// that somebody still waits for.
#pragma once

#include "analyzer/replay/processor_share.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tare {

/// What a waiting process does. Times are those of the steps.
struct WaitPolicy {
  /// Processor time that it spins for before it sleeps; infinity: as long as it waits. A process
  /// that yields its processor whenever another can use it does not spin in this sense: 0.
  double spins = 0;
  double wake = 0; // from the event until it is runnable, once it sleeps
};

/// An event that processes raise and wait for: the meeting of a team, the fork of a region, a
/// message. `id` is not 0 and not used again.
struct SharedEvent {
  uint64_t id = 0;         // 0: none
  uint32_t raised = 1;     // it has happened when it was raised so often
  uint32_t awaited_by = 1; // so many processes wait for it; 0: nobody
};

/// Processor time of a process, and what it does at its end.
struct SharedStep {
  double demand = 0;
  uint64_t raises = 0; // id of an event; 0: none
  SharedEvent awaits;  // then waits for this one
  /// From the event, or from when it began to wait if that is later, until it goes on: the transfer
  /// of a message, the release from a barrier. Without an event: from the end of its demand.
  double latency = 0;
};

/// When a step happened: its demand was over, and it went on to the next one.
struct SharedTimes {
  double reached = 0, left = 0;
};

/// Processes on processors: one group for threads that may run anywhere.
struct ProcessorGroup {
  std::vector<uint32_t> processes;
  double processors = 1;
};

class FairShare {
public:
  /// `ended` is told each step, in the order of `left`. Each process is in one group.
  using Ended = std::function<void(uint32_t process, uint64_t step, SharedTimes)>;
  FairShare(const std::vector<ProcessorGroup> &groups, WaitPolicy policy, Ended ended);

  void add(uint32_t process, const SharedStep &step);
  /// No further step of this process comes.
  void finish(uint32_t process);
  /// As far as it is known what every process does next (Figure 2, line 23).
  void run();

  /// The latest moment that was run.
  double now() const { return now_; }
  /// Every process has finished, or waits for an event that can never happen.
  bool isOver() const;
  /// Processes that wait for ever; known when it is over.
  std::vector<uint32_t> stuck() const;
  /// Steps and events that are kept.
  size_t kept() const { return kept_steps_ + events_.size(); }

private:
  static constexpr double never = std::numeric_limits<double>::infinity();
  enum class State : uint8_t { Between, Runs, Spins, Sleeps, Latent, Finished };
  struct Process {
    std::deque<SharedStep> steps; // the first is the current one
    uint64_t number = 0;          // of the first
    uint32_t group = 0;
    State state = State::Between;
    bool ends = false;  // no further steps come
    double due = 0;     // in its group's share: when it stops to run or spin
    double reached = 0; // the demand of its current step was over
  };
  struct Happening {
    uint32_t needed = 0; // 0: nobody has waited for it yet
    uint32_t raised = 0, passed = 0;
    double at = 0; // the last time that it was raised
    std::vector<uint32_t> waiting;
    bool hasHappened() const { return needed > 0 && raised >= needed; }
  };

  void begin(uint32_t process);
  void makeRunnable(uint32_t process, State state, double amount);
  void stopRunning(uint32_t process);
  bool runNext();
  void isDue(uint32_t process);
  void reach(uint32_t process);
  void raise(uint64_t id);
  void await(uint32_t process);
  void release(uint32_t process, double event_at);
  void leave(uint32_t process);

  WaitPolicy policy_;
  Ended ended_;
  std::vector<Process> processes_;
  std::vector<ProcessorShare> groups_;
  std::unordered_map<uint64_t, Happening> events_;
  std::set<std::pair<double, uint32_t>> latent_; // the moment at which it goes on
  std::set<uint32_t> ready_;                     // to begin their next step, now
  size_t unknown_ = 0;                           // processes whose next step is not known
  size_t finished_ = 0, kept_steps_ = 0;
  double now_ = 0;
};

} // namespace tare
