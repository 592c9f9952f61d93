// SPDX-License-Identifier: Apache-2.0
// The replay's machine: processors, clocks of events, and what each rank does now.
#pragma once

#include "analyzer/jobs/blind_pools.h"
#include "analyzer/jobs/replay_job.h"
#include "analyzer/replay/processor_share.h"

#include <set>

namespace tare {

class JobSimulation {
public:
  JobSimulation(const Job &job, const JobDurations &durations, const JobPlacement &placement,
                const ReplayPolicy &policy);
  JobTimes run();

private:
  static constexpr double unknown = -1; // no time is below 0

  enum class Doing : uint8_t { Nothing, Works, Calls, Spins, Leaves, Done };
  struct Rank {
    uint32_t call = 0;
    Doing doing = Doing::Nothing;
    double due = 0, wants = 1; // on its processors
    uint32_t pending = 0;      // needs of its call whose event has not happened
    double ready_at = 0;       // by those that have
    double resumes = unknown;  // it goes on then
  };
  /// Who waits for an event of a message or a meeting.
  struct Waiting {
    uint32_t rank = 0, need = 0;
  };
  struct Message {
    double sent = unknown, posted = unknown;
    std::vector<Waiting> waiting;
  };
  struct MeetingNow {
    std::vector<double> entered;    // by member
    std::vector<uint32_t> position; // in which they came, from 0
    uint32_t count = 0;
    double last = 0;   // the latest entry
    double spread = 0; // between two that leave, where they leave in turn
    std::vector<Waiting> waiting;
  };

  double spreadOf(uint32_t meeting) const;
  bool runNext();
  void goOn(uint32_t rank);
  void run(uint32_t rank, Doing doing, double amount, double wants);
  void sortIn(uint32_t group);
  void isDue(uint32_t rank);
  void beginWork(uint32_t rank);
  void beginCall(uint32_t rank);
  void begin(const CallStart &start);
  void require(uint32_t rank, uint32_t need);
  void endOwn(uint32_t rank);
  void settle(uint32_t rank);
  void leave(uint32_t rank);
  void meet(uint32_t rank, double at);
  void wakeThose(std::vector<Waiting> &waiting);
  double eventOf(const CallNeed &need) const;
  double lagOf(uint32_t rank, uint32_t need) const;
  double arrivalLag(uint32_t message) const;
  void arrive(uint32_t message);

  const Job &job_;
  const JobDurations &durations_;
  ReplayPolicy policy_;
  std::vector<uint32_t> group_of_;
  std::vector<ProcessorShare> groups_;
  std::vector<double> next_of_; // by group, as in due_groups_
  std::set<std::pair<double, uint32_t>> due_groups_;
  std::vector<Rank> ranks_;
  std::vector<Message> messages_;
  std::vector<MeetingNow> meetings_;
  BlindPools pools_;
  std::set<std::pair<double, uint32_t>> resuming_; // ranks by when they go on
  std::set<std::pair<double, uint32_t>> arriving_; // messages of pools
  JobTimes times_;
  double now_ = 0;
};

} // namespace tare
