// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/counting/tally.h"

#include <algorithm>
#include <utility>

namespace tare {

using symbolic::Conditions;
using symbolic::Formula;
using symbolic::Polynomial;

TallyGroup &Tally::groupLike(Groups &groups, const TallyGroup &wanted) {
  auto found = std::ranges::find_if(groups, [&](const TallyGroup &group) {
    return group.possible == wanted.possible && group.shared == wanted.shared &&
           group.times == wanted.times;
  });
  if (found != groups.end())
    return *found;
  groups.push_back({wanted.times, wanted.possible, wanted.shared, {}});
  return groups.back();
}

void Tally::add(const Operation &operation, int64_t times) {
  add({0, TalliedQuantity::Operations, 0, operation, ""}, times);
}

void Tally::add(const TalliedQuantity &quantity, int64_t times) {
  Groups &groups = quantity.kind == TalliedQuantity::Operations ? groups_ : loop_groups_;
  groupLike(groups, {Formula(1), false, false, {}}).quantities[quantity] += times;
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
  for (auto groups : {&Tally::groups_, &Tally::loop_groups_})
    for (const TallyGroup &group : other.*groups) {
      TallyGroup &here = groupLike(this->*groups, group);
      for (const auto &[quantity, times] : group.quantities)
        here.quantities[quantity] += times;
    }
  for (const ArrayAccess &access : other.accesses_)
    add(access);
}

void Tally::ascribe(int loop) {
  for (Groups *groups : {&groups_, &loop_groups_})
    for (TallyGroup &group : *groups)
      while (!group.quantities.empty() && group.quantities.begin()->first.loop == 0) {
        auto node = group.quantities.extract(group.quantities.begin());
        node.key().loop = loop;
        group.quantities.insert(std::move(node));
      }
}

Result<void> Tally::change(const Change &change) {
  Tally changed;
  std::vector<std::pair<const Formula *, Formula>> known; // a formula is changed once
  for (auto groups : {&Tally::groups_, &Tally::loop_groups_})
    for (const TallyGroup &group : this->*groups) {
      auto same =
          std::ranges::find_if(known, [&](const auto &each) { return *each.first == group.times; });
      if (same == known.end()) {
        TARE_TRY(Formula times, change(group.times));
        same = known.insert(known.end(), {&group.times, std::move(times)});
      }
      const Formula &times = same->second;
      if (times.isZero())
        continue;
      TallyGroup &there = groupLike(changed.*groups, {times, group.possible, group.shared, {}});
      for (const auto &[quantity, number] : group.quantities)
        there.quantities[quantity] += number;
    }
  groups_ = std::move(changed.groups_);
  loop_groups_ = std::move(changed.loop_groups_);
  return {};
}

void Tally::makePossible() {
  for (Groups *groups : {&groups_, &loop_groups_})
    for (TallyGroup &group : *groups)
      group.possible = true;
}

void Tally::makeShared() {
  for (Groups *groups : {&groups_, &loop_groups_})
    for (TallyGroup &group : *groups)
      group.shared = true;
}

void Tally::endTeam(const Polynomial &threads) {
  endTeam(groups_, threads);
  endTeam(loop_groups_, threads);
}

void Tally::endTeam(Groups &of, const Polynomial &threads) {
  Groups groups = std::exchange(of, {});
  for (const TallyGroup &group : groups) {
    TallyGroup one = group;
    if (!group.shared)
      one.times = one.times * Formula(threads);
    one.shared = false;
    TallyGroup &there = groupLike(of, one);
    for (const auto &[quantity, times] : group.quantities)
      there.quantities[quantity] += times;
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
    bool counted = false;
    int64_t number = 0;
    for (const auto &[quantity, times] : group.quantities)
      if (quantity.operation == operation) {
        counted = true;
        number += times;
      }
    if (counted)
      (group.possible ? sum.possible : sum.certain) += group.times * Formula(number);
  }
  return sum;
}

} // namespace tare
