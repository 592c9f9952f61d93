// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/job_balance.h"

#include "base/lists.h"
#include "base/quantity.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

void add(NodeBalance &sum, const NodeBalance &rank) {
  for (size_t state = 0; state < sum.values.size(); ++state)
    sum.values[state] += rank.values[state];
  sum.executions += rank.executions;
  sum.instances += rank.instances;
  sum.most = std::max(sum.most, rank.most);
  sum.acquisitions += rank.acquisitions;
  sum.contended += rank.contended;
}

/// Moves a rank's time in calls of MPI out of the states in which it was measured. What a thread
/// waited for a CPU there, and what probes took, is no longer in these: all its calls then have as
/// much less in proportion.
class MpiMover {
public:
  MpiMover(RunBalance &rank, const std::vector<int> &keys) : rank_(rank), keys_(keys) {}

  void move(const std::vector<RankMpiAt> &calls) {
    Ticks in_serial = 0;
    for (const RankMpiAt &call : calls)
      if (!call.in_region)
        in_serial += call.measured() / rank_.serialThreads();
    double part =
        in_serial > rank_.serial && in_serial > 0
            ? static_cast<double>(std::max<Ticks>(rank_.serial, 0)) / static_cast<double>(in_serial)
            : 1;
    for (const RankMpiAt &call : calls)
      if (call.in_region)
        moveFromRegion(call);
      else
        moveFromSerial(call, part);
    shorten();
  }

private:
  NodeBalance *nodeOf(const RankMpiAt &call) {
    return call.node < keys_.size() ? &rank_.nodes[size_t(keys_[call.node])] : nullptr;
  }

  void moveFromSerial(const RankMpiAt &call, double part) {
    Ticks times = rank_.serialThreads(), whole = call.measured() / times;
    Ticks moved = take(rank_.serial, std::llround(static_cast<double>(whole) * part));
    NodeBalance *node = nodeOf(call);
    if (node)
      take((*node)[State::Serial], whole);
    post(call, moved * times, node);
  }

  void moveFromRegion(const RankMpiAt &call) {
    NodeBalance *node = nodeOf(call);
    Ticks moved = 0;
    for (State state : {State::Work, State::Region})
      if (node)
        moved += take((*node)[state], call.measured() - moved);
    post(call, moved, node);
  }

  void post(const RankMpiAt &call, Ticks moved, NodeBalance *node) {
    const MpiRows &whole = call.rows;
    Ticks measured = call.measured();
    double part = measured ? static_cast<double>(moved) / static_cast<double>(measured) : 0;
    auto cut = [&](Ticks ticks) { return std::llround(static_cast<double>(ticks) * part); };
    MpiRows rows{cut(whole.start_and_end), cut(whole.imbalance), cut(whole.serialisation), 0};
    Ticks probes = cut(call.probes);
    rows.transfer = moved - probes - rows.sum();
    probes_ += probes;
    if (!node) {
      rank_.mpi_elsewhere += rows;
      return;
    }
    (*node)[State::MpiStart] += rows.start_and_end;
    (*node)[State::MpiImbalance] += rows.imbalance;
    (*node)[State::MpiSerialisation] += rows.serialisation;
    (*node)[State::MpiTransfer] += rows.transfer;
  }

  /// The rank's window has no probes then. A rest of less than a tick of each thread stays.
  void shorten() {
    Ticks shorter = probes_ / rank_.threads;
    rank_.window -= shorter;
    rank_.mpi_elsewhere.transfer += probes_ - shorter * rank_.threads;
  }

  static Ticks take(Ticks &from, Ticks ticks) {
    Ticks taken = std::clamp<Ticks>(ticks, 0, std::max<Ticks>(from, 0));
    from -= taken;
    return taken;
  }

  RunBalance &rank_;
  const std::vector<int> &keys_;
  Ticks probes_ = 0; // thread time
};

template <class Value> void growTo(std::vector<Value> &sum, size_t size) {
  if (sum.size() < size)
    sum.resize(size);
}

/// The window of the sum is the job's. Probes of serial code are time of all of a rank's threads.
void add(RunBalance &sum, const RunBalance &rank) {
  sum.threads += rank.threads;
  sum.serial += rank.serial;
  sum.serial_off_cpu += rank.serial_off_cpu;
  sum.mpi_elsewhere += rank.mpi_elsewhere;
  sum.probe += rank.probe + rank.serialThreads() * rank.serial_probe;
  growTo(sum.nodes, rank.nodes.size());
  for (size_t key = 0; key < rank.nodes.size(); ++key)
    add(sum.nodes[key], rank.nodes[key]);
  growTo(sum.cpu_waits, rank.cpu_waits.size());
  for (size_t key = 0; key < rank.cpu_waits.size(); ++key)
    sum.cpu_waits[key] += rank.cpu_waits[key];
}

} // namespace

Result<BalancedRun> jobBalance(std::vector<RankBalance> ranks) {
  BalancedRun job;
  RunBalance &sum = job.balance;
  const RunBalance &first = ranks.front().run.balance;
  sum.ranks = static_cast<int>(ranks.size());
  for (RankBalance &each : ranks) {
    if (each.mpi)
      MpiMover(each.run.balance, *each.keys).move(each.mpi->at);
    sum.window = std::max(sum.window, each.before + each.run.balance.window);
  }
  for (size_t rank = 0; rank < ranks.size(); ++rank) {
    const RankBalance &each = ranks[rank];
    const RunBalance &run = each.run.balance;
    if (run.threads != first.threads)
      return Error{"rank " + std::to_string(rank) + " has " + numberOf(run.threads, "thread") +
                       ", and rank 0 has " + std::to_string(first.threads),
                   "", "give all ranks as many threads"};
    sum.mpi_elsewhere.start_and_end += run.threads * (sum.window - run.window);
    if (each.mpi) {
      MpiRows outside = each.mpi->outside; // the ranks' windows say how long it is
      outside.start_and_end = 0;
      sum.mpi_elsewhere += outside;
    }
    add(sum, run);
    job.mean_threads_in_regions += each.run.mean_threads_in_regions;
    job.further_threads += each.run.further_threads;
    for (const Note &note : each.run.notes)
      addOnce(job.notes, note);
  }
  return job;
}

} // namespace tare
