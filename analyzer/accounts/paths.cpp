// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/paths.h"

#include "analyzer/books/balance_run.h"
#include "analyzer/books/run_queue.h"
#include "analyzer/teams/outermost_regions.h"
#include "analyzer/thinning/log_sums.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <set>

namespace tare {

int PathKeys::numberOf(const Calls &calls) {
  auto [found, is_new] = numbers_.emplace(calls, static_cast<int>(calls_.size()));
  if (is_new)
    calls_.push_back(calls);
  return found->second;
}

std::vector<int> PathKeys::add(const Profile &profile) {
  std::vector<int> numbers = {numberOf({})};
  for (const CallPath &path : profile.paths) {
    Calls calls;
    for (const CallSite &site : path.calls)
      calls.emplace_back(profile.objects[site.object], site.address);
    numbers.push_back(numberOf(calls));
  }
  return numbers;
}

namespace {

/// Which call paths a node was met on. Most are met on one only: nothing need be divided there.
class Owners {
public:
  static constexpr int none = -1, shared = -2;

  Owners(const Profile &profile, const OutermostRegions &regions, const std::vector<int> &numbers,
         const std::vector<int> &keys, size_t key_count)
      : keys_(keys), of_(key_count, none) {
    forSegments(profile, [&](LogPlace place, const Segment &segment) {
      if (std::optional<size_t> region = regions.of(place))
        meet(segment, numbers[regions.all()[*region].path]);
    });
  }

  int of(int key) const { return of_[static_cast<size_t>(key)]; }
  /// Of a shared node, too.
  bool divides(int path) const { return dividing_.count(path) > 0; }

private:
  void meet(const Segment &segment, int path) {
    meet(segment.region_node, path);
    meet(segment.barrier_node, path);
    for (const SpentTime &spent : segment.spent)
      meet(spent.node, path);
    for (const SpentTime &spent : segment.in_wait)
      meet(spent.node, path);
  }

  void meet(uint32_t node, int path) {
    int &owner = of_[static_cast<size_t>(keys_[node])];
    if (owner == path)
      return;
    if (owner == none) {
      owner = path;
      return;
    }
    if (owner != shared)
      dividing_.insert(owner);
    owner = shared;
    if (path != last_) // a shared node is met again and again
      dividing_.insert(last_ = path);
  }

  const std::vector<int> &keys_;
  std::vector<int> of_; // by key
  std::set<int> dividing_;
  int last_ = none;
};

/// Its lists are the other's, which has to live on.
Segment lent(const Segment &segment) {
  Segment copy;
  static_cast<SegmentHead &>(copy) = segment;
  copy.spent = SpentList::view(segment.spent);
  copy.in_wait = SpentList::view(segment.in_wait);
  copy.first_task = segment.first_task;
  copy.last_task = segment.last_task;
  return copy;
}

struct Part {
  double regions = 0, span = 0;
  std::set<uint32_t> region_nodes;        // the outermost regions that its calls lead to
  std::vector<std::vector<Segment>> logs; // by thread
  Transfers transfers;
};

using Parts = std::map<int, Part>; // by number of the call path

class Divider {
public:
  Divider(const Profile &profile, int threads, const RunBooks &books)
      : profile_(profile), threads_(threads), keys_(books.table()), node_keys_(books.keys(profile)),
        teams_(books.teams(profile)), regions_(profile, teams_) {}

  /// The segments only of paths whose nodes are others' as well.
  Parts parts(const std::vector<int> &numbers) {
    Parts parts;
    owners_.emplace(profile_, regions_, numbers, node_keys_, keys_.size());
    for (const OutermostRegion &region : regions_.all()) {
      Part &part = parts[numbers[region.path]];
      part.regions += region.weight;
      part.span += region.weight * static_cast<double>(region.span());
      part.region_nodes.insert(region.region_node);
    }
    bool any = std::any_of(parts.begin(), parts.end(),
                           [&](const auto &part) { return owners_->divides(part.first); });
    if (any) {
      describePart();
      addSegments(parts, numbers);
    }
    return parts;
  }

  const Owners &owners() const { return *owners_; }

  RunBalance balance(Part &part) {
    part_.threads.assign(profile_.threads.size(), {});
    std::vector<ProfileNode> cells(profile_.nodeCount()); // of all threads: only sums are asked for
    LogSums sums(profile_);
    for (size_t t = 0; t < profile_.threads.size(); ++t) {
      ProfileThread &thread = part_.threads[t];
      thread.tid = profile_.threads[t].tid;
      thread.initial = profile_.threads[t].initial;
      thread.log = std::move(part.logs[t]);
      for (const Segment &segment : thread.log)
        sums.add(t, segment, {segment.weight, segment.weight});
      addCells(sums.of(t), cells);
    }
    part_.threads.front().nodes = std::move(cells);
    return balancePart(part_, Teams(part_), threads_, keys_, node_keys_, part.transfers);
  }

  int keyOf(uint32_t node) const { return node_keys_[node]; }

private:
  void describePart() {
    part_.modules = profile_.modules;
    part_.ticks_per_second = profile_.ticks_per_second;
    part_.threads_asked = profile_.threads_asked;
    part_.log_complete = profile_.log_complete;
    part_.expanded = profile_.expanded;
    part_.level_regions = profile_.level_regions;
    part_.level_nested = profile_.level_nested;
    part_.level_barriers = profile_.level_barriers;
  }

  void addSegments(Parts &parts, const std::vector<int> &numbers) const {
    for (auto &[number, part] : parts) {
      part.logs.resize(profile_.threads.size());
      part.transfers.resize(profile_.threads.size());
    }
    Transfers transfers = runQueueTransfers(profile_, teams_);
    forSegments(profile_, [&](LogPlace place, const Segment &segment) {
      std::optional<size_t> region = regions_.of(place);
      int path = region ? numbers[regions_.all()[*region].path] : Owners::none;
      if (!region || !owners_->divides(path))
        return;
      Part &part = parts[path];
      part.logs[place.thread].push_back(lent(segment));
      const SegmentTransfer &transfer = transfers[place.thread].of(place.index);
      if (!transfer.spent.empty() || !transfer.in_wait.empty() || transfer.wait)
        part.transfers[place.thread][part.logs[place.thread].size() - 1] = transfer;
    });
  }

  void addCells(const ThreadSums &sums, std::vector<ProfileNode> &cells) const {
    for (const auto &[node, of] : sums.cells)
      for (Spent kind : cell_kinds)
        cells[node].cells[kind].ticks += std::llround(of[kind].ticks);
    for (const auto &[node, ticks] : sums.inside)
      cells[node].inside += std::llround(ticks);
    for (const auto &[kind, team] : sums.teams)
      addTeams(cells[kind.region], kind, std::llround(team.span), threads_);
  }

  const Profile &profile_;
  int threads_;
  const KeyTable &keys_;
  const std::vector<int> &node_keys_;
  const Teams &teams_;
  OutermostRegions regions_;
  Profile part_; // of one path at a time: the node trees are large
  std::optional<Owners> owners_;
};

/// Divides where the states of an overhead are not in the log.
constexpr StateSet all_time = statesWith(&StateTraits::area, {Area::Time});

/// An amount that may be divided, and what each path has of the states that it is made of.
struct Amount {
  int key = 0;
  size_t line = 0;
  Ticks ticks = 0;
  std::vector<Ticks> states, all; // by path; empty: it is its owner's
};

std::vector<Amount> amountsOf(const RepetitionAccount &account) {
  std::vector<Amount> amounts;
  for (const auto &[key, lines] : account.at)
    for (size_t line = 0; line < lines.size(); ++line)
      if (lines[line] && !allOverheads()[line]->states.empty())
        amounts.push_back({key, line, lines[line], {}, {}});
  return amounts;
}

/// Exactly: the shares sum to the amount, which may be negative. The weights' sum is not zero.
std::vector<Ticks> inProportion(Ticks amount, const std::vector<Ticks> &weights) {
  __int128 total = std::accumulate(weights.begin(), weights.end(), __int128(0)), seen = 0;
  std::vector<Ticks> shares;
  Ticks before = 0;
  for (Ticks weight : weights) {
    seen += weight;
    Ticks upto = static_cast<Ticks>(amount * seen / total);
    shares.push_back(upto - before);
    before = upto;
  }
  return shares;
}

/// What each path has of an amount. States of both signs divide by sign, unless they nearly cancel
/// out: a small amount would become large ones.
std::vector<Ticks> divide(const Amount &amount) {
  for (const std::vector<Ticks> *known : {&amount.states, &amount.all}) {
    std::vector<Ticks> sizes;
    for (Ticks weight : *known)
      sizes.push_back(std::abs(weight));
    Ticks size = std::accumulate(sizes.begin(), sizes.end(), Ticks(0));
    Ticks sum = std::accumulate(known->begin(), known->end(), Ticks(0));
    if (size > 0)
      return inProportion(amount.ticks, 2 * std::abs(sum) >= size ? *known : sizes);
  }
  return std::vector<Ticks>(amount.states.size(), 0);
}

} // namespace

void divideByPath(const Profile &profile, const RunBooks &books, PathKeys &paths,
                  RepetitionAccount &account) {
  if (profile.paths.empty())
    return;
  Divider divider(profile, account.threads, books);
  Parts parts = divider.parts(paths.add(profile));
  const Owners &owners = divider.owners();
  std::vector<Amount> amounts = amountsOf(account);
  std::vector<RepetitionAccount::Path *> dividing;
  auto level = static_cast<int>(profile.level_regions);
  for (auto &[number, part] : parts) {
    RepetitionAccount::Path &path = account.paths[number];
    path.regions = static_cast<uint64_t>(std::llround(std::ldexp(part.regions, level)));
    path.span = std::llround(std::ldexp(part.span, level));
    path.totals.assign(allOverheads().size(), 0);
    for (uint32_t node : part.region_nodes)
      path.region_keys.insert(divider.keyOf(node));
    if (!owners.divides(number))
      continue;
    dividing.push_back(&path);
    RunBalance balance = divider.balance(part);
    for (Amount &amount : amounts)
      if (owners.of(amount.key) == Owners::shared) {
        const NodeBalance &node = balance.nodes[amount.key];
        amount.states.push_back(node.sum(allOverheads()[amount.line]->states));
        amount.all.push_back(node.sum(all_time));
      }
  }
  for (const Amount &amount : amounts) {
    if (int owner = owners.of(amount.key); owner >= 0)
      account.paths[owner].totals[amount.line] += amount.ticks;
    std::vector<Ticks> shares = divide(amount);
    for (size_t i = 0; i < shares.size(); ++i)
      dividing[i]->totals[amount.line] += shares[i];
  }
  if (profile.isLogSampled())
    account.notes.push_back({"paths-sampled"});
}

} // namespace tare
