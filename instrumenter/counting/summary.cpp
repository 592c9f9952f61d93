// SPDX-License-Identifier: Apache-2.0
// The sums of a tally: of a node, and of each of its loops.
#include "instrumenter/counting/tally.h"

#include <algorithm>
#include <utility>

namespace tare {

using symbolic::Conditions;
using symbolic::Formula;
using symbolic::Polynomial;

namespace {

/// One box around two, if it is known which bound is further out. False: it is not.
bool enclose(SubscriptBox &box, const SubscriptBox &other, const Conditions &known) {
  if (follows(box.low - other.low, known))
    box.low = other.low;
  else if (!follows(other.low - box.low, known))
    return false;
  if (follows(other.high - box.high, known))
    box.high = other.high;
  else if (!follows(box.high - other.high, known))
    return false;
  return true;
}

/// Whether each element of `inner` is in the boxes of `outer` wherever `inner` is made.
bool holdsAll(const ArrayAccess &outer, const ArrayAccess &inner, const Conditions &known) {
  if (outer.boxes.size() != inner.boxes.size())
    return false;
  Conditions all = known;
  all.insert(all.end(), inner.known.begin(), inner.known.end());
  for (size_t i = 0; i < outer.boxes.size(); ++i)
    if (!follows(inner.boxes[i].low - outer.boxes[i].low, all) ||
        !follows(outer.boxes[i].high - inner.boxes[i].high, all))
      return false;
  return true;
}

bool encloseAll(ArrayAccess &access, const ArrayAccess &other, const Conditions &known) {
  if (access.boxes.size() != other.boxes.size())
    return false;
  Conditions both = known;
  if (access.known == other.known) // they are made together
    both.insert(both.end(), access.known.begin(), access.known.end());
  std::vector<SubscriptBox> boxes = access.boxes;
  for (size_t i = 0; i < boxes.size(); ++i)
    if (!enclose(boxes[i], other.boxes[i], both))
      return false;
  access.boxes = std::move(boxes);
  return true;
}

Formula bytesOf(const ArrayAccess &access) {
  Polynomial bytes = access.element_bytes;
  Conditions where;
  for (const SubscriptBox &box : access.boxes) {
    Polynomial extent = box.high - box.low + 1;
    where.push_back(extent);
    bytes = bytes * extent;
  }
  return Formula(where, bytes);
}

/// Boxes of which none is known to hold another count one by one: their sum is not too small.
ArrayFootprint footprintOf(std::vector<ArrayAccess> accesses, const Conditions &known) {
  ArrayFootprint footprint{accesses[0].array, accesses[0].type, true, {}, {}, {}};
  for (const ArrayAccess &access : accesses)
    if (!access.unknown.empty())
      return {access.array, access.type, false, {}, access.unknown, {}};
  for (size_t i = accesses.size(); i-- > 0;)
    for (size_t j = 0; j < accesses.size(); ++j)
      if (i != j && holdsAll(accesses[j], accesses[i], known)) {
        accesses.erase(accesses.begin() + ptrdiff_t(i));
        break;
      }
  for (size_t i = 0; i < accesses.size(); ++i) {
    for (size_t j = accesses.size(); j-- > i + 1;)
      if (encloseAll(accesses[i], accesses[j], known))
        accesses.erase(accesses.begin() + ptrdiff_t(j));
    footprint.bytes += bytesOf(accesses[i]);
  }
  footprint.bytes = simplified(footprint.bytes, known);
  return footprint;
}

} // namespace

namespace {

/// In which groups something is, and how many times in each.
using GroupNumbers = std::vector<std::pair<size_t, int64_t>>;

void addNumber(GroupNumbers &numbers, size_t group, int64_t number) {
  if (numbers.empty() || numbers.back().first != group)
    numbers.emplace_back(group, number);
  else
    numbers.back().second += number;
}

/// Sums over groups, simplified. Each is computed once.
class GroupSums {
public:
  /// `is_for_loops`: most sums are of one group, which is then simplified once.
  GroupSums(const std::vector<TallyGroup> &groups, const Conditions &facts, bool is_for_loops)
      : groups_(groups), facts_(facts), is_for_loops_(is_for_loops) {}

  const CountRange &of(const GroupNumbers &numbers) {
    auto [found, is_new] = known_.try_emplace(numbers);
    CountRange &sum = found->second;
    if (!is_new)
      return sum;
    for (auto [group, number] : numbers)
      (groups_[group].possible ? sum.possible : sum.certain) += timesOf(group) * Formula(number);
    if (is_for_loops_ &&
        (numbers.size() == 1 || (!hasConditions(sum.certain) && !hasConditions(sum.possible))))
      return sum; // its terms are simplified
    sum.certain = simplified(sum.certain, facts_);
    sum.possible = simplified(sum.possible, facts_);
    return sum;
  }

private:
  const Formula &timesOf(size_t group) {
    if (!is_for_loops_)
      return groups_[group].times;
    auto [found, is_new] = simplified_.try_emplace(group);
    const Formula &times = groups_[group].times;
    if (is_new)
      found->second = hasConditions(times) ? simplified(times, facts_) : times;
    return found->second;
  }

  const std::vector<TallyGroup> &groups_;
  const Conditions &facts_;
  bool is_for_loops_;
  std::map<size_t, Formula> simplified_;
  std::map<GroupNumbers, CountRange> known_;
};

bool isNothing(const CountRange &range) {
  return range.certain.isZero() && range.possible.isZero();
}

std::vector<OperationCount> countsOf(const std::map<Operation, GroupNumbers> &operations,
                                     GroupSums &sums) {
  std::vector<OperationCount> counts;
  for (const auto &[operation, numbers] : operations)
    if (const CountRange &amount = sums.of(numbers); !isNothing(amount))
      counts.push_back({operation, amount});
  return counts;
}

/// What a tally has of one loop.
struct LoopNumbers {
  GroupNumbers executions, iterations;
  std::map<Operation, GroupNumbers> operations;
  struct Touched {
    GroupNumbers bytes;
    std::string reason;
  };
  struct Accesses {
    GroupNumbers loads, stores;
    std::map<int, Touched> touched; // by the loop whose executions are taken one by one
  };
  std::map<TalliedQuantity, Accesses> accesses; // by the load
  struct Chain {
    std::string carrier;
    std::map<Operation, GroupNumbers> operations;
  };
  std::map<int, Chain> chains;
};

/// `around`: the loop and those around it, as they are numbered in the walk and in the node.
std::vector<TouchedBytes> touchedOf(const LoopNumbers::Accesses &accesses,
                                    const std::vector<std::pair<int, int>> &around,
                                    GroupSums &sums) {
  std::vector<TouchedBytes> all;
  for (auto [id, place] : around) {
    TouchedBytes touched{place, true, {}, {}, ""};
    if (auto found = accesses.touched.find(id); found != accesses.touched.end()) {
      const CountRange &bytes = sums.of(found->second.bytes);
      touched.reason = found->second.reason;
      touched.known = touched.reason.empty();
      if (touched.known)
        touched.bytes = bytes.certain + bytes.possible;
    }
    all.push_back(std::move(touched));
  }
  return all;
}

std::map<int, LoopNumbers> numbersOf(const Tally &tally) {
  std::map<int, LoopNumbers> loops;
  for (size_t i = 0; i < tally.groups().size(); ++i)
    for (const auto &[quantity, number] : tally.groups()[i].quantities) {
      LoopNumbers &loop = loops[quantity.loop];
      addNumber(loop.operations[quantity.operation], i, number);
      bool is_store = quantity.operation.kind == OperationKind::Store;
      if (!is_store && quantity.operation.kind != OperationKind::Load)
        continue;
      TalliedQuantity key = quantity;
      key.operation.kind = OperationKind::Load;
      key.is_repeated = false;
      LoopNumbers::Accesses &accesses = loop.accesses[key];
      if (!quantity.is_repeated)
        addNumber(is_store ? accesses.stores : accesses.loads, i, number);
    }
  for (size_t i = 0; i < tally.loopGroups().size(); ++i)
    for (const auto &[quantity, number] : tally.loopGroups()[i].quantities) {
      LoopNumbers &loop = loops[quantity.loop];
      if (quantity.kind == TalliedQuantity::Executions)
        addNumber(loop.executions, i, number);
      if (quantity.kind == TalliedQuantity::Iterations)
        addNumber(loop.iterations, i, number);
      if (quantity.kind == TalliedQuantity::Chain) {
        loop.chains[quantity.within].carrier = quantity.array;
        addNumber(loop.chains[quantity.within].operations[quantity.operation], i, number);
      }
      if (quantity.kind != TalliedQuantity::Touched)
        continue;
      TalliedQuantity key = quantity;
      key.kind = TalliedQuantity::Operations;
      key.within = 0;
      key.reason.clear();
      LoopNumbers::Touched &touched = loop.accesses[key].touched[quantity.within];
      if (quantity.reason.empty())
        addNumber(touched.bytes, i, number);
      else
        touched.reason = quantity.reason;
    }
  return loops;
}

} // namespace

void summarise(const Tally &tally, const Conditions &facts, CountedNode &into) {
  std::map<Operation, GroupNumbers> operations;
  for (size_t i = 0; i < tally.groups().size(); ++i)
    for (const auto &[quantity, number] : tally.groups()[i].quantities)
      addNumber(operations[quantity.operation], i, number);
  GroupSums sums(tally.groups(), facts, false);
  into.counts = countsOf(operations, sums);
  std::map<std::string, std::vector<ArrayAccess>> arrays;
  for (const ArrayAccess &access : tally.accesses())
    arrays[access.array].push_back(access);
  for (auto &[array, accesses] : arrays)
    into.footprints.push_back(footprintOf(std::move(accesses), facts));
}

void summariseLoops(const Tally &tally, const std::vector<WalkedLoop> &walked, LoopTeam outside,
                    const Conditions &facts, CountedNode &into) {
  GroupSums sums(tally.groups(), facts, true), loop_sums(tally.loopGroups(), facts, true);
  std::map<int, LoopNumbers> loops = numbersOf(tally);
  loops[0]; // the node's own statements
  std::map<int, int> places;
  for (const auto &[id, numbers] : loops) {
    CountedLoop loop;
    if (id == 0) {
      loop = std::exchange(into.loops, {}).front();
      loop.executions = into.executions;
    } else {
      loop.executions = loop_sums.of(numbers.executions);
      loop.iterations = loop_sums.of(numbers.iterations);
      if (isNothing(loop.executions))
        continue;
      const WalkedLoop &at = walked[size_t(id)];
      loop.file = at.file;
      loop.line = at.line;
      loop.team = at.team.value_or(outside);
      int around = at.parent;
      while (!places.count(around)) // loops around the node
        around = walked[size_t(around)].parent;
      loop.parent = places[around];
    }
    loop.counts = countsOf(numbers.operations, sums);
    places[id] = int(into.loops.size());
    std::vector<std::pair<int, int>> around = {{id, places[id]}}; // ids and places, outwards
    for (int at = id; at != 0;) {
      at = walked[size_t(at)].parent;
      if (places.count(at))
        around.emplace_back(at, places[at]);
    }
    for (const auto &[key, accesses] : numbers.accesses)
      if (LoopAccess access{key.array, key.operation.type, key.element_bytes, key.operation.stride,
                            key.operation.detail, sums.of(accesses.loads), sums.of(accesses.stores),
                            touchedOf(accesses, around, loop_sums)};
          !isNothing(access.loads) || !isNothing(access.stores))
        loop.accesses.push_back(std::move(access));
    for (const auto &[carrier, chain] : numbers.chains)
      if (LoopChain found{chain.carrier, carrier % 2 == 1, countsOf(chain.operations, loop_sums)};
          !found.counts.empty())
        loop.chains.push_back(std::move(found));
    into.loops.push_back(std::move(loop));
  }
}

} // namespace tare
