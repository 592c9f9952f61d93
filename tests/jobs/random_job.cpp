// SPDX-License-Identifier: Apache-2.0
#include "tests/jobs/random_job.h"

namespace tare::testing {

namespace {

class RandomJob {
public:
  RandomJob(std::mt19937 &random, const RandomJobRules &rules)
      : random_(random), rules_(rules), program_(2 + upTo(rules.most_ranks - 2)) {}

  JobProgram run() {
    for (size_t round = 1 + upTo(rules_.most_rounds); round > 0; --round) {
      for (size_t rank = 0; rank < program_.size(); ++rank)
        if (upTo(2))
          add(rank, work(100 + double(upTo(20000))));
      addRound();
    }
    return std::move(program_);
  }

private:
  size_t upTo(size_t most) { return random_() % (most + 1); }
  void add(size_t rank, JobOperation operation) { program_[rank].push_back(std::move(operation)); }
  uint64_t someBytes() { return upTo(3) ? upTo(2000) : upTo(100000); }

  /// Whatever a rank waits for stands earlier in this order of rounds.
  void addRound() {
    switch (upTo(rules_.collectives ? 5 : 3)) {
    case 0:
    case 1:
      return addMessage();
    case 2:
      return addExchange();
    case 3:
      return rules_.blind ? addBlind() : addMessage();
    case 4:
      return everybody(barrier());
    default:
      return addCollective();
    }
  }

  std::pair<size_t, size_t> two() {
    size_t from = upTo(program_.size() - 1);
    return {from, (from + 1 + upTo(program_.size() - 2)) % program_.size()};
  }

  void addMessage() {
    auto [from, to] = two();
    tare_mf_mode mode = upTo(4) ? TARE_MF_STANDARD : TARE_MF_SYNCHRONOUS;
    add(from, send(int(to), someBytes(), int(upTo(2)), mode));
    add(to, receive(int(from), program_[from].back().tag));
  }

  void addExchange() {
    auto [one, other] = two();
    for (auto [rank, peer] : {std::pair(one, other), std::pair(other, one)}) {
      uint64_t in = ++requests_, out = ++requests_;
      add(rank, startReceive(in, int(peer), 3));
      add(rank, startSend(out, int(peer), someBytes(), 3));
      if (upTo(1))
        add(rank, work(double(upTo(10000))));
      add(rank, waitFor({in, out}));
    }
  }

  void addBlind() {
    size_t to = upTo(program_.size() - 1);
    for (size_t from = 0; from < program_.size(); ++from) {
      if (from == to)
        continue;
      add(from, send(int(to), 100, 4));
      add(to, receive(TARE_MF_ANY, 4));
    }
  }

  void everybody(const JobOperation &operation) {
    for (size_t rank = 0; rank < program_.size(); ++rank)
      add(rank, operation);
  }

  void addCollective() {
    auto root = int(upTo(program_.size() - 1));
    switch (upTo(3)) {
    case 0:
      return everybody(collect("MPI_Bcast", TARE_MF_FROM_ROOT, 1000, root));
    case 1:
      return everybody(collect("MPI_Reduce", TARE_MF_TO_ROOT, 1000, root));
    case 2:
      return everybody(collect("MPI_Scan", TARE_MF_SCAN, 8));
    default:
      return everybody(collect("MPI_Alltoall", TARE_MF_ALL, 4000));
    }
  }

  std::mt19937 &random_;
  RandomJobRules rules_;
  JobProgram program_;
  uint64_t requests_ = 0;
};

} // namespace

JobProgram randomJob(std::mt19937 &random, const RandomJobRules &rules) {
  return RandomJob(random, rules).run();
}

SimulatedMachine randomMachine(std::mt19937 &random, size_t ranks) {
  SimulatedMachine machine;
  machine.nodes = 1 + random() % 2;
  machine.processors = ranks;
  machine.remote.latency = 1000 + double(random() % 20000);
  machine.remote.byte = 1;
  machine.remote.noise = random() % 2 * 0.3;
  machine.local.noise = machine.remote.noise;
  if (random() % 2)
    machine.remote.eager_limit = machine.local.eager_limit = 1000;
  machine.collectives = Collectives(random() % 3);
  machine.record = double(random() % 3) * 50;
  return machine;
}

} // namespace tare::testing
