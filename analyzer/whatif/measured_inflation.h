// SPDX-License-Identifier: Apache-2.0
// How much longer the same work takes on more threads, as caches and memory are shared: from the
// runs that were measured, for numbers of threads that were not.
//
//   Profiles of 1, p, ... threads -> [measured inflation] -> team size
//
// Between measured numbers it is interpolated. Beyond them it lies between two cases: it stays (the
// memory has more to give), or grows with the number of threads (it has not: Afzal, Hager and
// Wellein's saturated loop); the doubt spans both. What is known of the machine's memory and clock
// narrows that: the measured inflation tells which part of the work waits for the memory.
#pragma once

#include "analyzer/machine/measured_machine.h"
#include "analyzer/whatif/work_sharing.h"
#include "analyzer/whatif/team_size.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tare {

class MeasuredInflation {
public:
  /// A run with so many threads. Several runs of one number are taken together.
  void add(int threads, const Profile &profile);

  /// Null: not known.
  void useMachine(std::shared_ptr<const MeasuredMachine> machine) { machine_ = std::move(machine); }

  /// From `from` threads to `to`, of the construct with this id.
  TeamSizeKnowledge::Inflation between(const std::string &construct, int from, int to) const;
  /// Against one thread.
  TeamSizeKnowledge::Inflation at(const std::string &construct, int threads) const;

  /// Whether the threads share out what the text repeats, through a list or a counter: all of them
  /// together take about as long as one. False: not known.
  bool isShared(const std::string &construct) const;

  /// What a wait for a lock takes where so many threads run, against what it takes where `from` do. None:
  /// not measured.
  std::optional<double> ofLockWaits(const std::string &construct, int from, int to) const;

private:
  struct Work {
    double ticks = 0, times = 0; // thread time, and executions
    int runs = 0;
    bool repeated = false; // as the text has it
    double perTime() const { return times > 0 ? ticks / times : 0; }
    double perRun() const { return runs > 0 ? ticks / runs : 0; }
  };
  std::map<std::string, std::map<int, Work>> work_; // by construct and number of threads
  std::map<std::string, std::map<int, Work>> waits_; // the same for locks
  std::map<int, double> seconds_;                   // all work of a number of threads
  void addWaits(int threads, const Profile &profile, uint32_t node);
  bool isLarge(const std::string &construct) const;
  TeamSizeKnowledge::Inflation beyond(int most, double known, int threads) const;
  std::shared_ptr<const MeasuredMachine> machine_;
};

} // namespace tare
