// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/job_balance.h"

#include "base/lists.h"
#include "base/quantity.h"

#include <algorithm>

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

/// Moves a rank's time in calls of MPI out of the states in which it was measured. Where these have
/// less (probes were taken out of them), the row has less.
class MpiMover {
public:
  MpiMover(RunBalance &rank, const std::vector<int> &keys) : rank_(rank), keys_(keys) {}

  void move(const RankMpiAt &call) {
    NodeBalance *node = call.node < keys_.size() ? &rank_.nodes[size_t(keys_[call.node])] : nullptr;
    Ticks times = call.in_region ? 1 : rank_.serialThreads();
    Ticks wanted = call.rows.sum() / times, moved = 0;
    if (call.in_region) {
      for (State state : {State::Work, State::Region})
        if (node)
          moved += take((*node)[state], wanted - moved);
    } else {
      moved = take(rank_.serial, wanted);
      if (node)
        take((*node)[State::Serial], moved);
    }
    MpiRows rows = call.rows;
    rows.transfer -= rows.sum() - moved * times;
    if (!node) {
      rank_.mpi_elsewhere += rows;
      return;
    }
    (*node)[State::MpiStart] += rows.start_and_end;
    (*node)[State::MpiImbalance] += rows.imbalance;
    (*node)[State::MpiSerialisation] += rows.serialisation;
    (*node)[State::MpiTransfer] += rows.transfer;
  }

private:
  static Ticks take(Ticks &from, Ticks ticks) {
    Ticks taken = std::clamp<Ticks>(ticks, 0, std::max<Ticks>(from, 0));
    from -= taken;
    return taken;
  }

  RunBalance &rank_;
  const std::vector<int> &keys_;
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
  sum.window = ranks.front().before + first.window + ranks.front().after;
  for (size_t rank = 0; rank < ranks.size(); ++rank) {
    const RankBalance &each = ranks[rank];
    const RunBalance &run = each.run.balance;
    if (run.threads != first.threads)
      return Error{"rank " + std::to_string(rank) + " has " + numberOf(run.threads, "thread") +
                       ", and rank 0 has " + std::to_string(first.threads),
                   "", "give all ranks as many threads"};
    Ticks whole = each.before + run.window + each.after;
    if (whole != sum.window)
      return disagreement("rank " + std::to_string(rank) + " and what is around it take " +
                              std::to_string(whole) + " ticks of the " +
                              std::to_string(sum.window) + " of its job",
                          "", "this is a defect of Tare; please report it");
    sum.mpi_elsewhere.start_and_end += run.threads * (each.before + each.after);
    RunBalance moved = run;
    if (each.mpi) {
      MpiMover mover(moved, *each.keys);
      for (const RankMpiAt &call : each.mpi->at)
        mover.move(call);
      MpiRows outside = each.mpi->outside; // the ranks' windows say how long it is
      outside.start_and_end = 0;
      sum.mpi_elsewhere += outside;
    }
    add(sum, moved);
    job.mean_threads_in_regions += each.run.mean_threads_in_regions;
    job.further_threads += each.run.further_threads;
    for (const Note &note : each.run.notes)
      addOnce(job.notes, note);
  }
  return job;
}

} // namespace tare
