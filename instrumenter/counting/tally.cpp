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
  TalliedQuantity quantity;
  quantity.operation = operation;
  add(quantity, times);
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

void Tally::merge(Tally &&other) {
  for (auto groups : {&Tally::groups_, &Tally::loop_groups_}) {
    if ((this->*groups).empty()) {
      this->*groups = std::move(other.*groups);
      continue;
    }
    for (TallyGroup &group : other.*groups) {
      TallyGroup &here = groupLike(this->*groups, group);
      here.quantities.merge(group.quantities); // all that are new
      for (const auto &[quantity, times] : group.quantities)
        here.quantities[quantity] += times;
    }
  }
  for (const ArrayAccess &access : other.accesses_)
    add(access);
  touches_.merge(other.touches_);
  for (const auto &[access, boxes] : other.touches_)
    touches_[access].add(boxes);
}

void Tally::touch(TalliedQuantity access, const TouchedBox &box) {
  access.operation.kind = OperationKind::Load;
  touches_[access].add(box);
}

void Tally::settleSteps(const std::map<int, std::vector<ChainOf>> &chains_of_steps) {
  for (TallyGroup &group : loop_groups_) {
    std::vector<std::pair<TalliedQuantity, int64_t>> steps;
    std::erase_if(group.quantities, [&](const auto &entry) {
      bool is_step = entry.first.loop == 0 && entry.first.kind == TalliedQuantity::Step;
      if (is_step)
        steps.push_back(entry);
      return is_step;
    });
    for (auto &[step, number] : steps) {
      auto found = chains_of_steps.find(step.within);
      if (found == chains_of_steps.end())
        continue;
      for (const ChainOf &chain : found->second) {
        TalliedQuantity quantity = step;
        quantity.kind = TalliedQuantity::Chain;
        quantity.within = 2 * chain.carrier + (chain.in_memory ? 1 : 0);
        quantity.array = chain.text;
        group.quantities[quantity] += number;
      }
    }
  }
  std::erase_if(loop_groups_, [](const TallyGroup &group) { return group.quantities.empty(); });
}

namespace {

/// Loads or stores: whichever are more; both, where nobody knows which.
Formula mostOf(const CountRange &loads, const CountRange &stores) {
  Formula loaded = loads.certain + loads.possible, stored = stores.certain + stores.possible;
  if (loaded == stored || stored.isZero())
    return loaded;
  return loaded.isZero() ? stored : loaded + stored;
}

} // namespace

void Tally::addTouched(int within, const Conditions &known, bool shared) {
  for (const auto &[access, boxes] : touches_) {
    TalliedQuantity touched = access, store = access;
    touched.kind = TalliedQuantity::Touched;
    touched.within = within;
    store.operation.kind = OperationKind::Store;
    Result<Formula> elements = boxes.elements(known);
    if (!elements.ok() && boxes.isCounted())
      elements = mostOf(count(access), count(store));
    Formula times = 1;
    if (elements.ok())
      times = elements.value() * Formula(access.element_bytes);
    else
      touched.reason = elements.error().message;
    groupLike(loop_groups_, {times, false, shared, {}}).quantities[touched] += 1;
  }
}

void Tally::ascribe(int loop) {
  for (Groups *groups : {&groups_, &loop_groups_})
    for (TallyGroup &group : *groups)
      while (!group.quantities.empty() && group.quantities.begin()->first.loop == 0) {
        auto node = group.quantities.extract(group.quantities.begin());
        node.key().loop = loop;
        group.quantities.insert(std::move(node));
      }
  while (!touches_.empty() && touches_.begin()->first.loop == 0) {
    auto node = touches_.extract(touches_.begin());
    node.key().loop = loop;
    touches_.insert(std::move(node));
  }
}

namespace {

constexpr size_t most_touched_cases = 40; // of the bytes that are touched

bool isTouched(const TallyGroup &group) {
  return std::ranges::all_of(group.quantities, [](const auto &entry) {
    return entry.first.kind == TalliedQuantity::Touched;
  });
}

} // namespace

/// Bytes whose sum over a loop has no closed form: they are not known, and nothing else is lost.
Result<void> Tally::addUnknown(const TallyGroup &group, const Change &change,
                               const std::string &reason) {
  TARE_TRY(Formula times, change(1));
  for (const auto &[known, number] : group.quantities) {
    TalliedQuantity touched = known;
    touched.reason = "their sum over a loop is not known: " + reason;
    groupLike(loop_groups_, {times, group.possible, group.shared, {}}).quantities[touched] +=
        number;
  }
  return {};
}

Result<void> Tally::change(const Change &change) {
  Tally changed;
  std::vector<std::pair<const Formula *, Formula>> known; // a formula is changed once
  for (auto groups : {&Tally::groups_, &Tally::loop_groups_})
    for (const TallyGroup &group : this->*groups) {
      auto same =
          std::ranges::find_if(known, [&](const auto &each) { return *each.first == group.times; });
      if (same == known.end()) {
        Result<Formula> times = group.times.pieces().size() > most_touched_cases && isTouched(group)
                                    ? Error{"it has too many cases"}
                                    : change(group.times);
        if (!times.ok() && isTouched(group)) {
          TARE_DO(changed.addUnknown(group, change, times.error().message));
          continue;
        }
        TARE_TRY(Formula changed_times, std::move(times));
        same = known.insert(known.end(), {&group.times, std::move(changed_times)});
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

void Tally::widenTouches(symbolic::Variable variable, const std::optional<SubscriptBox> &extremes,
                         const Conditions &known, const std::string &reason, bool counted) {
  for (auto &[access, boxes] : touches_)
    boxes.widen(variable, extremes, known, reason, counted);
}

void Tally::widen(symbolic::Variable variable, const std::optional<SubscriptBox> &extremes,
                  const Conditions &known, const std::string &reason) {
  std::vector<ArrayAccess> accesses = std::exchange(accesses_, {});
  for (ArrayAccess &access : accesses) {
    KnownThere access_known(known, access.known);
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

CountRange Tally::count(const TalliedQuantity &quantity) const {
  CountRange sum;
  for (const TallyGroup &group : groups_)
    if (auto found = group.quantities.find(quantity); found != group.quantities.end())
      (group.possible ? sum.possible : sum.certain) += group.times * Formula(found->second);
  return sum;
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
