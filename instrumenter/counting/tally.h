// SPDX-License-Identifier: Apache-2.0
// Operations of a piece of code, gathered by how often they are executed. Leaving a loop or a
// branch changes how often, for all of them at once.
#pragma once

#include "base/result.h"
#include "base/symbolic/summation.h"
#include "instrumenter/counting/touches.h"
#include "instrumenter/operations/operations.h"

#include <functional>
#include <optional>

namespace tare {

/// What a tally counts, by the loop whose own body does it.
struct TalliedQuantity {
  enum Kind : uint8_t {
    Operations,
    Executions, // of the loop: how often it is begun
    Iterations, // of the loop
    Touched,    // bytes of an array, in one execution of the loop `within`
    Step,       // an operation of the step `within`, which may be one of a chain
    Chain,      // an operation of the chain `within` in the loop
  };
  int loop = 0; // that of OperationCounter::loops_; 0: not yet known
  Kind kind = Operations;
  int within = 0;            // of what is touched: such an index; 0: the node as a whole
  int64_t element_bytes = 0; // of loads and stores
  Operation operation;       // of what is touched: as it is loaded
  std::string array;         // of loads and stores; the carrier of a chain
  std::string reason;        // why the bytes that are touched are not known
  bool is_repeated = false;  // a load: the iteration has loaded the element before
  auto operator<=>(const TalliedQuantity &) const = default;
};

/// Quantities that come equally often.
struct TallyGroup {
  symbolic::Formula times;
  bool possible = false; // at most so often; else exactly
  bool shared = false;   // once for a team, and not by each of its threads
  std::map<TalliedQuantity, int64_t> quantities;
};

/// Elements of an array that are loaded or stored.
struct ArrayAccess {
  std::string array, type;
  int64_t element_bytes = 0;
  std::vector<SubscriptBox> boxes; // by dimension
  std::string unknown;             // why the boxes are not known; empty: they are
  symbolic::Conditions known;      // what holds where it is made
  bool operator==(const ArrayAccess &) const = default;
};

class Tally {
public:
  /// Executed once, by each thread that comes here.
  void add(const Operation &operation, int64_t times = 1);
  void add(const TalliedQuantity &quantity, int64_t times = 1);
  /// `access`: a load or store, of an element in the box.
  void touch(TalliedQuantity access, const TouchedBox &box);
  /// What is touched so far, as quantities: those of one execution of the loop `within`. `shared`:
  /// by all threads of a team together.
  void addTouched(int within, const symbolic::Conditions &known, bool shared);
  void forgetTouches() { touches_.clear(); }

  struct ChainOf {
    int carrier = 0;
    std::string text;
    bool in_memory = false;
  };
  /// At the end of a loop's body: steps become operations of chains, or are left out.
  void settleSteps(const std::map<int, std::vector<ChainOf>> &chains_of_steps);
  void add(const ArrayAccess &access);
  void merge(Tally &&other);
  /// At the end of a loop's body: what has no loop yet is done by this one.
  void ascribe(int loop);

  using Change = std::function<Result<symbolic::Formula>(const symbolic::Formula &)>;
  /// Changes how often all of it is executed. Error: the first that `change` has; then the tally is
  /// as it was.
  Result<void> change(const Change &change);
  void makePossible(); // nothing of it is certain
  void makeShared();
  /// At the end of a region: what is not shared is done by each thread.
  void endTeam(const symbolic::Polynomial &threads);
  /// Replaces a counter in all subscripts by its extreme values. Without these the subscripts that
  /// depend on it are unknown.
  void widen(symbolic::Variable variable, const std::optional<SubscriptBox> &extremes,
             const symbolic::Conditions &known, const std::string &reason);
  /// The same of what is touched. `counted`: what depends on it is bounded by its number.
  void widenTouches(symbolic::Variable variable, const std::optional<SubscriptBox> &extremes,
                    const symbolic::Conditions &known, const std::string &reason, bool counted);

  const std::vector<TallyGroup> &groups() const { return groups_; }          // of operations
  const std::vector<TallyGroup> &loopGroups() const { return loop_groups_; } // of all else
  const std::vector<ArrayAccess> &accesses() const { return accesses_; }
  /// Sums over all operations of one kind.
  CountRange count(const Operation &operation) const;
  CountRange count(const TalliedQuantity &quantity) const;

private:
  using Groups = std::vector<TallyGroup>;
  static TallyGroup &groupLike(Groups &groups, const TallyGroup &group);
  Result<void> addUnknown(const TallyGroup &group, const Change &change, const std::string &reason);
  static void endTeam(Groups &groups, const symbolic::Polynomial &threads);
  Groups groups_;
  Groups loop_groups_; // apart, so that sums over operations do not depend on them
  std::vector<ArrayAccess> accesses_;
  std::map<TalliedQuantity, TouchedBoxes> touches_; // by the load
};

/// The counts and footprints of a tally, simplified under what is known of its symbols.
void summarise(const Tally &tally, const symbolic::Conditions &facts, CountedNode &into);

/// A loop that a walk came through.
struct WalkedLoop {
  int parent = 0; // index into those of the walk; 0: none
  std::string file;
  int line = 0;
  std::optional<LoopTeam> team; // nothing: it is in no region of the function
};

/// The node must have its first loop, with its team. `outside`: who executes what is in no region.
void summariseLoops(const Tally &tally, const std::vector<WalkedLoop> &walked, LoopTeam outside,
                    const symbolic::Conditions &facts, CountedNode &into);

} // namespace tare
