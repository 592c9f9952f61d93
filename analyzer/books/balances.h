// SPDX-License-Identifier: Apache-2.0
// The states of BOOKS section 2 as balances: how p*T_p of one run divides over nodes. What an
// overhead's formula may look at.
//
//   Profile -> [balances] -> overheads -> close
#pragma once

#include "analyzer/books/states.h"
#include "analyzer/jobs/mpi_rows.h"
#include "analyzer/notes/note.h"
#include "analyzer/profile/profile.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tare {

/// Process-wide node indices of several runs under one number per identity: copies of a node
/// (templates, headers in many units) and the same node in another run get the same key.
class KeyTable {
public:
  /// Key of every process-wide node index of this profile. Nodes whose time may hide something
  /// that no probe brackets are marked `opaque`, those inside them too.
  std::vector<int> add(const Profile &profile);
  size_t size() const { return nodes_.size(); }
  const Node &node(int key) const { return nodes_[key]; }
  /// Key of the construct or statement around it; none: -1. (Node::parent is of its own tree.)
  int parent(int key) const { return parents_[key]; }
  /// The same across calls: of what stands in no construct of its function, what it was executed
  /// in; of several, what they all lie in. Of tasks, which run wherever a thread waits, only the
  /// former.
  int around(int key) const;
  /// The nearest for which `holds`, of `key` and what is around it; none, or after many calls (they
  /// may be recursive): -1.
  template <class Holds> int nearest(int key, Holds holds) const {
    for (size_t steps = 0; key >= 0 && steps < most_around; key = around(key), ++steps)
      if (holds(key))
        return key;
    return -1;
  }
  /// Of the region of a combined directive (`parallel for`): key of its worksharing half. None: -1.
  int half(int key) const { return halves_[key]; }
  /// Key of an identity (NodeId::text()); none: -1.
  int find(const std::string &id) const;

private:
  static constexpr size_t most_around = 64;
  int keyOf(const Node &node);
  void addOuter(const Profile &profile, const std::vector<int> &keys);
  int constructAround(int key) const;
  std::vector<int> chain(int key) const;

  std::map<std::string, int> keys_;
  std::vector<Node> nodes_;
  std::vector<int> parents_, halves_;
  std::vector<std::set<int>> outer_; // -1: more than are known
};

/// Whether code outside the lexical extent of a region created, or may have created, tasks that no
/// probe sees (those of a taskloop, or left out by a plan): then any wait and any construct may
/// hide them.
bool hidesTasks(const Profile &profile);

/// Whether tasks that no probe sees may run in this node's waits, or in those around it.
bool mayHideTasks(const Node &node);

/// One node's share of the area of one run, by state: thread time in ticks, exclusive.
struct NodeBalance : ByState<Ticks> {
  uint64_t executions = 0; // N(u): iterations, or executions over all threads
  uint64_t instances = 0;  // times the construct was met by a team; of region loops, by threads
  uint64_t most = 0;       // of a loop: times that the thread met it which did so most often
  uint64_t acquisitions = 0, contended = 0; // of a lock; those that had to wait

  /// As they count in the area: what is beyond p is taken off.
  Ticks sum(StateSet states) const;
};

/// M.
inline constexpr StateSet mpi_states = {State::MpiStart, State::MpiImbalance,
                                        State::MpiSerialisation, State::MpiTransfer};

/// W and R.
inline constexpr StateSet work_states = {State::Work, State::Region};

struct RunBalance {
  int threads = 0;          // p; in a job, of all its ranks
  int ranks = 0;            // of a job; 0: one process
  Ticks window = 0;         // T
  Ticks serial = 0;         // S, without Y_S; what is known by place is in the nodes, too.
                            // S, P_S and Y_S are sums over the ranks of a job
  Ticks serial_probe = 0;   // P_S
  Ticks serial_off_cpu = 0; // Y_S
  Ticks probe = 0;          // P in regions; of a job P_S as well
  /// Of a job, thread time: before a rank's begin and after its end, and of calls of MPI in no
  /// construct.
  MpiRows mpi_elsewhere;
  std::vector<NodeBalance> nodes; // by key
  /// By key: how long threads waited for a CPU. What that cost is in states, such as OffCpu. Empty:
  /// not known.
  std::vector<Ticks> cpu_waits;

  /// Threads for which a tick of S, P_S or Y_S is one of the area: p, or the threads of a rank.
  int serialThreads() const { return ranks > 0 ? threads / ranks : threads; }
  /// The right-hand side of the identity (BOOKS section 3); equals p*T when the books close.
  Ticks area() const;
  /// The part of it that one of its nodes has. While a statement of serial code runs, the other
  /// threads wait for it.
  Ticks areaAt(const NodeBalance &node) const;
};

/// Where the files of both programs lie, if they have none in common and none counts as a copy.
/// Empty: else.
struct FoldersApart {
  std::string serial, parallel;
};

/// The serial program with probes at the counterparts, in shares of T_s - Y_s: what its own run
/// took more or less than the plain one is spread evenly.
struct SerialBalance {
  std::vector<Ticks> work; // by key: W_s of a construct, S_s of a serial statement
  std::vector<std::string>
      counterpart_by; // by key: how its counterpart was found; empty: none was executed
  /// Likewise for counterparts that were too short to be measured: the counterpart around them has
  /// their time.
  std::vector<std::string> short_by;
  std::optional<Note> copies; // which of its files count as copies of the parallel program's
  FoldersApart apart;
};

/// Thread time that is additional computation because only one of the two runs executed what it
/// was spent in (moved_work.h).
struct MovedWork {
  std::vector<Ticks> at; // by key; empty: none
  Ticks serial = 0;      // of serial code at no known place
};

/// One repetition: serial T_s, the 1-thread run and the p-thread run.
struct Balances {
  Ticks serial = 0;         // T_s
  Ticks serial_off_cpu = 0; // Y_s
  RunBalance one, many;
  Ticks plain = 0; // T_p of the plain program; 0: not run
  /// Without a serial program, where `serial` is the instrumented run on one thread: by how much
  /// the plain one took longer, which is T_s.
  Ticks plain_one_longer = 0;
  /// T without Y of the OpenMP program's source with its pragmas ignored.
  std::optional<Ticks> ignored;
  std::optional<SerialBalance> serial_program;
  bool same_source = false;      // one source made both programs
  bool own_reference = false;    // T_s comes from the p-thread run itself: no other was made
  bool one_is_reference = false; // T_s is the time of `one`, of a job the thread time
  /// Rate of the cores' clock in the p-thread run, of that in the 1-thread run. By counters only.
  std::optional<double> clock_ratio;
  const KeyTable *keys = nullptr;
  /// Nodes that are opaque in `keys`, and are not here: a pilot run told what is inside them.
  std::set<int> known;
  MovedWork moved;

  int threads() const { return many.threads; }
};

/// By count too: of one that was executed, a run that waited for its core may have no time left.
bool wasExecuted(const NodeBalance &node);

/// Whether what no probe can bracket is in this node's time: itself or an enclosing construct.
bool isOpaque(const Node &node);
bool isOpaque(const Balances &balances, int key);

} // namespace tare
