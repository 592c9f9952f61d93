// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/counting/tally.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tare {

using symbolic::Conditions;
using symbolic::Formula;
using symbolic::Polynomial;

TallyGroup &Tally::groupLike(const TallyGroup &wanted) {
  auto found = std::ranges::find_if(groups_, [&](const TallyGroup &group) {
    return group.possible == wanted.possible && group.shared == wanted.shared &&
           group.times == wanted.times;
  });
  if (found != groups_.end())
    return *found;
  groups_.push_back({wanted.times, wanted.possible, wanted.shared, {}});
  return groups_.back();
}

void Tally::add(const Operation &operation, int64_t times) {
  groupLike({Formula(1), false, false, {}}).operations[operation] += times;
}

namespace {

/// The less and the greater one of two bounds that differ by a number. False: they do not.
bool spread(Polynomial &bound, const Polynomial &other, bool upwards) {
  Polynomial difference = other - bound;
  if (!difference.isConstant() || !difference.known())
    return false;
  if ((difference.constant().sign() > 0) == upwards)
    bound = other;
  return true;
}

/// One box around two accesses that are made together, where their bounds differ by numbers, as in
/// stencils. False: they do not.
bool joinNeighbours(ArrayAccess &access, const ArrayAccess &other) {
  if (access.array != other.array || access.type != other.type ||
      access.element_bytes != other.element_bytes || access.unknown != other.unknown ||
      access.boxes.size() != other.boxes.size() || access.known != other.known)
    return false;
  std::vector<SubscriptBox> boxes = access.boxes;
  for (size_t i = 0; i < boxes.size(); ++i)
    if (!spread(boxes[i].low, other.boxes[i].low, false) ||
        !spread(boxes[i].high, other.boxes[i].high, true))
      return false;
  access.boxes = std::move(boxes);
  return true;
}

} // namespace

void Tally::add(const ArrayAccess &access) {
  for (ArrayAccess &known : accesses_)
    if (joinNeighbours(known, access) || (known.array == access.array && !known.unknown.empty()))
      return;                    // the array's bytes are not known anyway
  constexpr ptrdiff_t most = 24; // accesses of an array that nobody can join
  auto same = [&](const ArrayAccess &other) { return other.array == access.array; };
  if (std::ranges::count_if(accesses_, same) < most) {
    accesses_.push_back(access);
    return;
  }
  std::erase_if(accesses_, same);
  accesses_.push_back(
      {access.array, access.type, 1, {}, "it has too many different subscripts", {}});
}

void Tally::merge(const Tally &other) {
  for (const TallyGroup &group : other.groups_) {
    TallyGroup &here = groupLike(group);
    for (const auto &[operation, times] : group.operations)
      here.operations[operation] += times;
  }
  for (const ArrayAccess &access : other.accesses_)
    add(access);
}

Result<void> Tally::change(const Change &change) {
  Tally changed;
  for (const TallyGroup &group : groups_) {
    TARE_TRY(Formula times, change(group.times));
    if (times.isZero())
      continue;
    TallyGroup &there = changed.groupLike({times, group.possible, group.shared, {}});
    for (const auto &[operation, number] : group.operations)
      there.operations[operation] += number;
  }
  groups_ = std::move(changed.groups_);
  return {};
}

void Tally::makePossible() {
  for (TallyGroup &group : groups_)
    group.possible = true;
}

void Tally::makeShared() {
  for (TallyGroup &group : groups_)
    group.shared = true;
}

void Tally::endTeam(const Polynomial &threads) {
  std::vector<TallyGroup> groups = std::exchange(groups_, {});
  for (const TallyGroup &group : groups) {
    TallyGroup one = group;
    if (!group.shared)
      one.times = one.times * Formula(threads);
    one.shared = false;
    TallyGroup &there = groupLike(one);
    for (const auto &[operation, times] : group.operations)
      there.operations[operation] += times;
  }
}

namespace {

/// The least and the greatest value while a variable is between its extremes. False: it is not
/// linear in it, or nobody knows whether it grows.
bool widenBound(Polynomial &bound, symbolic::Variable variable, const SubscriptBox &extremes,
                const Conditions &known, bool upwards) {
  if (!bound.dependsOn(variable))
    return true;
  std::vector<Polynomial> powers = bound.powersOf(variable);
  if (powers.size() != 2 || powers[0].dependsOn(variable) || powers[1].dependsOn(variable))
    return false;
  bool grows = follows(powers[1], known);
  if (!grows && !follows(-powers[1], known))
    return false;
  bound = powers[0] + powers[1] * (grows == upwards ? extremes.high : extremes.low);
  return true;
}

} // namespace

void Tally::widen(symbolic::Variable variable, const std::optional<SubscriptBox> &extremes,
                  const Conditions &known, const std::string &reason) {
  std::vector<ArrayAccess> accesses = std::exchange(accesses_, {});
  for (ArrayAccess &access : accesses) {
    Conditions access_known = known; // and it is made, so that more holds
    for (const Polynomial &condition : access.known)
      addCondition(access_known, condition);
    for (SubscriptBox &box : access.boxes) {
      bool depends = box.low.dependsOn(variable) || box.high.dependsOn(variable);
      if (depends && access.unknown.empty() &&
          (!extremes || !widenBound(box.low, variable, *extremes, access_known, false) ||
           !widenBound(box.high, variable, *extremes, access_known, true)))
        access.unknown = reason;
    }
    if (!access.unknown.empty())
      access.boxes.clear();
    add(access);
  }
}

CountRange Tally::count(const Operation &operation) const {
  CountRange sum;
  for (const TallyGroup &group : groups_) {
    auto found = group.operations.find(operation);
    if (found != group.operations.end())
      (group.possible ? sum.possible : sum.certain) += group.times * Formula(found->second);
  }
  return sum;
}

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

void summarise(const Tally &tally, const Conditions &facts, CountedNode &into) {
  std::set<Operation> operations;
  for (const TallyGroup &group : tally.groups())
    for (const auto &[operation, times] : group.operations)
      operations.insert(operation);
  for (const Operation &operation : operations) {
    CountRange amount = tally.count(operation);
    amount.certain = simplified(amount.certain, facts);
    amount.possible = simplified(amount.possible, facts);
    if (!amount.certain.isZero() || !amount.possible.isZero())
      into.counts.push_back({operation, std::move(amount)});
  }
  std::map<std::string, std::vector<ArrayAccess>> arrays;
  for (const ArrayAccess &access : tally.accesses())
    arrays[access.array].push_back(access);
  for (auto &[array, accesses] : arrays)
    into.footprints.push_back(footprintOf(std::move(accesses), facts));
}

} // namespace tare
