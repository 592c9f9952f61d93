// SPDX-License-Identifier: Apache-2.0
// The replay's machine: processors, clocks of events, and what each rank does now.
#pragma once

#include "analyzer/jobs/blind_pools.h"
#include "analyzer/jobs/replay_job.h"
#include "analyzer/replay/processor_share.h"
#include "analyzer/replay/processor_turns.h"

#include <optional>
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
    // Of ranks that have turns:
    bool comes = false;                             // it goes on as soon as it has a processor
    bool sees = false;                              // it has something to see then
    std::vector<std::pair<double, uint32_t>> takes; // messages that it is to take, from then on
    std::optional<CallNeed> rounds;                 // it is in the rounds of this collective
  };
  /// Who waits for an event of a message or a meeting.
  struct Waiting {
    uint32_t rank = 0, need = 0;
  };
  struct Message {
    double sent = unknown, posted = unknown;
    double taken = unknown; // by a receiver that has turns
    std::vector<Waiting> waiting;
  };
  struct MeetingNow {
    std::vector<double> entered;    // by member
    std::vector<uint32_t> position; // in which they came, from 0
    uint32_t count = 0;
    double last = 0;   // the latest entry
    double spread = 0; // between two that leave, where they leave in turn
    std::vector<Waiting> waiting;
    uint32_t rounds = 0;                      // 0: all of it is one event
    std::vector<std::vector<double>> reached; // by member, by round: it came to it
    std::vector<uint32_t> took;               // by member: messages of rounds
  };

  double spreadOf(uint32_t meeting) const;
  bool runNext();
  void goOn(uint32_t rank);
  void proceed(uint32_t rank);
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

  // Ranks that have turns (rank_turns.cpp)
  void makeTurns(const JobPlacement &placement);
  bool hasTurns(uint32_t rank) const { return turns_[group_of_[rank]].has_value(); }
  bool isOn(uint32_t rank) const { return !hasTurns(rank) || turns_[group_of_[rank]]->isOn(rank); }
  void startTurn(uint32_t rank, double amount);
  void leaveTurn(uint32_t rank);
  bool runTurn(uint32_t group);
  bool allWait() const;
  void gotOn(uint32_t rank);
  void callAt(double at, uint32_t rank);
  void called(uint32_t rank);
  void look(uint32_t rank);
  bool isTakenInTurn(uint32_t message) const;
  void callToTake(uint32_t message);
  void countRounds(uint32_t meeting);
  void enterRounds(const CallNeed &at);
  std::pair<uint32_t, uint32_t> partnersOf(const CallNeed &at, uint32_t round) const;
  double takesAt(const CallNeed &at) const;
  bool isAccepted(const CallNeed &at) const;
  void stepRounds(uint32_t rank);
  void callMember(const CallNeed &at);

  const Job &job_;
  const JobDurations &durations_;
  ReplayPolicy policy_;
  std::vector<uint32_t> group_of_;
  std::vector<ProcessorShare> groups_;
  std::vector<std::optional<ProcessorTurns>> turns_; // by group, in place of its share
  std::vector<double> next_of_;                      // by group, as in due_groups_
  std::set<std::pair<double, uint32_t>> due_groups_;
  std::vector<Rank> ranks_;
  std::vector<Message> messages_;
  std::vector<MeetingNow> meetings_;
  BlindPools pools_;
  std::set<std::pair<double, uint32_t>> resuming_; // ranks by when they go on
  std::set<std::pair<double, uint32_t>> arriving_; // messages of pools
  std::set<std::pair<double, uint32_t>> calling_;  // ranks that have something to see then
  std::vector<uint32_t> on_;                       // ranks that have just got a processor
  JobTimes times_;
  double now_ = 0;
};

} // namespace tare
