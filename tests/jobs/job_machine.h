// SPDX-License-Identifier: Apache-2.0
// The simulated machine at work: processors in turns of a quantum, messages on their way, and what
// each rank does now.
#pragma once

#include "messages/log_writer.h"
#include "tests/jobs/simulated_job.h"

#include <list>
#include <map>
#include <memory>
#include <queue>
#include <random>

namespace tare::testing {

class JobMachine {
public:
  JobMachine(const JobProgram &program, const SimulatedMachine &machine, unsigned seed);
  SimulatedRun run();

private:
  using Action = std::function<void()>;
  struct Flight { // a message
    int from = 0, to = 0, tag = 0;
    uint64_t bytes = 0;
    bool rendezvous = false, internal = false;
    bool has_come = false, accepted = false;
    Action when_come, when_accepted; // continuations of who waits
  };
  struct Posted {
    int from = 0, tag = 0;
    bool internal = false;
    std::shared_ptr<Flight> flight; // that matched
    Action when_matched;
  };
  struct Request {
    uint64_t number = 0;
    bool is_send = false;
    std::shared_ptr<Posted> posted;
    std::shared_ptr<Flight> flight;
  };
  struct Process {
    JobOperations rest;
    std::unique_ptr<LogWriter> log;
    double call_begin = 0, needs = 0; // processor time that is left
    bool waits = false, spins = false, is_ready = false, runs = false;
    Action next;
    std::vector<Action> when_on; // as soon as it has a processor
    std::list<std::shared_ptr<Flight>> unexpected;
    std::list<std::shared_ptr<Posted>> posted;
    std::map<uint64_t, Request> requests;
    int last_source = -1, last_tag = -1;
    uint64_t numbers = 0, meetings = 0, sites = 0;
    double end = -1; // not yet
  };
  struct Node {
    std::deque<int> ready;
    std::vector<int> running; // by processor; -1: idle
    std::vector<double> since, until, turn_ends;
    std::vector<uint64_t> turn;
  };
  struct Gathering {
    std::vector<double> entered;
    std::vector<int> order;
    std::vector<Action> waiting;
  };

  const Link &linkOf(int a, int b) const {
    return node_of_[size_t(a)] == node_of_[size_t(b)] ? machine_.local : machine_.remote;
  }
  double noisy(double value, double sigma);
  void at(double time, Action action);

  // processors
  void compute(int process, double amount, Action then);
  void makeReady(int process, bool first);
  void dispatch(uint32_t node);
  void setTurn(uint32_t node, size_t processor);
  void endTurn(uint32_t node, size_t processor, uint64_t turn);
  void block(int process);
  void release(int process);
  void resume(int process, Action then);

  // messages
  std::shared_ptr<Flight> start(int from, int to, int tag, uint64_t bytes, bool rendezvous,
                                bool internal);
  void arrive(const std::shared_ptr<Flight> &flight);
  void match(const std::shared_ptr<Flight> &flight, const std::shared_ptr<Posted> &posted);
  std::shared_ptr<Posted> post(int process, int from, int tag, bool internal);
  void awaitCome(int process, const std::shared_ptr<Posted> &posted, Action then);
  void awaitAccepted(int process, const std::shared_ptr<Flight> &flight, Action then);
  void afterCopy(int process, const Flight &flight, Action then);

  // operations
  void step(int process);
  void endCall(int process, const std::string &function);
  void doSend(int process, const JobOperation &operation);
  void doReceive(int process, const JobOperation &operation);
  void doStart(int process, const JobOperation &operation);
  void doWait(int process, std::vector<uint64_t> requests, size_t done);
  void finishWait(int process, const std::vector<uint64_t> &requests);
  void doCollect(int process, const JobOperation &operation);
  void meet(int process, const JobOperation &operation, Action then);
  void exchange(int process, std::vector<std::pair<int, int>> rounds, size_t done, uint64_t bytes,
                int tag, Action then);
  void leaveMeeting(uint64_t number, const JobOperation &operation);

  SimulatedMachine machine_;
  std::vector<uint32_t> node_of_;
  std::vector<Process> processes_;
  std::vector<Node> nodes_;
  std::map<uint64_t, Gathering> gatherings_;
  std::map<std::pair<int, int>, double> last_arrival_;
  struct Event {
    double time;
    uint64_t order;
    Action action;
    bool operator>(const Event &other) const {
      return std::pair(time, order) > std::pair(other.time, other.order);
    }
  };
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  uint64_t event_count_ = 0;
  double now_ = 0;
  std::mt19937 random_;
  SimulatedRun result_;
};

} // namespace tare::testing
