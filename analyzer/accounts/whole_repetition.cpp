// SPDX-License-Identifier: Apache-2.0
#include "analyzer/accounts/whole_repetition.h"

#include "analyzer/books/conservation.h"
#include "analyzer/thinning/expanded.h"
#include "analyzer/thinning/sampled_locks.h"
#include "instrumenter/nodes/shown_file.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>

namespace tare {

namespace {

using Shared = std::shared_ptr<const Profile>;

/// What the initial thread executed and measured of the regions that it forked outside of others.
void countMeasured(const Profile &profile, const std::vector<SkippedRegion> &skipped,
                   Thinning &thinning) {
  std::set<uint32_t> outermost;
  for (const SkippedRegion &region : skipped)
    outermost.insert(region.node);
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log)
      if (segment.depth == 0)
        outermost.insert(segment.region_node);
  for (const ProfileThread &thread : profile.threads)
    for (uint32_t node : outermost)
      if (thread.initial && node < thread.nodes.size()) {
        thinning.regions += thread.nodes[node].instances;
        thinning.span += thread.nodes[node].span;
      }
}

/// Of the regions that were left out, weighed by their time: the part of them that was measured.
double measuredPart(const Profile &profile, const std::vector<SkippedRegion> &skipped) {
  double part = 0, weight = 0;
  for (const SkippedRegion &region : skipped) {
    double measured = 0;
    for (const ProfileThread &thread : profile.threads)
      if (region.node < thread.nodes.size())
        measured += static_cast<double>(thread.nodes[region.node].instances);
    auto all = measured + static_cast<double>(region.instances);
    auto span = static_cast<double>(region.span);
    part += all > 0 ? span * measured / all : 0;
    weight += span;
  }
  return weight > 0 ? part / weight : 0;
}

std::string placeOf(const Profile &profile, uint32_t index) {
  const Node *node = profile.node(index);
  return node ? shownPlace(*node) : "node " + std::to_string(index);
}

void describe(const Profile &profile, const std::vector<SkippedRegion> &skipped,
              Thinning &thinning) {
  thinning.budget = profile.budget_ppm * 1e-6;
  if (profile.budget_ppm == 0 && skipped.empty())
    return;
  countMeasured(profile, skipped, thinning);
  thinning.measured_part = measuredPart(profile, skipped);
  for (const SkippedRegion &region : skipped) {
    thinning.regions += region.instances;
    thinning.span += region.span;
    thinning.skipped += region.instances;
    thinning.skipped_span += region.span;
  }
}

void addLonely(const Profile &profile, const std::vector<SkippedRegion> &skipped,
               bool of_one_thread, Thinning &thinning) {
  for (const SkippedRegion &region : skipped)
    if (region.stand_ins <= 1)
      thinning.lonely.push_back(
          {placeOf(profile, region.node), region.instances, region.stand_ins == 1, of_one_thread});
}

/// Each profile once: the 1-thread run is both runs of a repetition for one thread.
class Expander {
public:
  explicit Expander(int without) : without_(without) {}

  /// A process or a job.
  Result<void> expand(InstrumentedRun &run) {
    TARE_DO(expandRank(run));
    for (InstrumentedRun &other : run.others)
      TARE_DO(expandRank(other));
    return {};
  }

  bool any() const { return !known_.empty(); }
  std::vector<SkippedRegion> skippedOf(const Shared &measured) const {
    auto found = known_.find(measured);
    return found == known_.end() ? std::vector<SkippedRegion>() : found->second->skipped;
  }

private:
  Result<void> expandRank(InstrumentedRun &run) {
    run.teams = teamsOf(run);
    for (Shared *profile : {&run.profile, &run.measured}) {
      if (*profile && skipsInstances(**profile))
        TARE_DO(replace(*profile, *run.teams));
      if (*profile && samplesLocks(**profile))
        *profile = withAllAcquisitions(*profile);
    }
    return {};
  }

  Result<void> replace(Shared &profile, const Teams &teams) {
    std::shared_ptr<const Expansion> &known = known_[profile];
    if (!known) {
      TARE_DO(checkConservation(*profile, teams));
      known = std::make_shared<const Expansion>(expanded(*profile, teams, without_));
    }
    profile = Shared(known, &known->profile);
    return {};
  }

  Shared withAllAcquisitions(const Shared &profile) {
    Shared &known = with_locks_[profile];
    if (!known) {
      auto all = std::make_shared<Profile>(*profile);
      expandSampledLocks(*all);
      known = std::move(all);
    }
    return known;
  }

  int without_;
  std::map<Shared, std::shared_ptr<const Expansion>> known_;
  std::map<Shared, Shared> with_locks_;
};

Result<WholeRepetition> expandedRepetition(const Repetition &repetition, int without) {
  WholeRepetition whole{repetition, {}, false};
  Expander expander(without);
  TARE_DO(expander.expand(whole.repetition.instrumented));
  if (whole.repetition.one)
    TARE_DO(expander.expand(*whole.repetition.one));
  whole.is_expanded = expander.any();
  forEachRank(repetition.instrumented, [&](const InstrumentedRun &rank) {
    describe(*rank.profile, expander.skippedOf(rank.profile), whole.thinning);
    addLonely(*rank.profile, expander.skippedOf(rank.profile), false, whole.thinning);
  });
  if (repetition.one && repetition.one->profile != repetition.instrumented.profile)
    forEachRank(*repetition.one, [&](const InstrumentedRun &rank) {
      addLonely(*rank.profile, expander.skippedOf(rank.profile), true, whole.thinning);
    });
  return whole;
}

/// Squares of what each group makes of a difference, summed.
class Differences {
public:
  Differences(const RepetitionAccount &all) : all_(all), totals_(all.totals.size(), 0) {}

  void add(const RepetitionAccount &part) {
    add(totals_, all_.totals, part.totals);
    std::set<int> keys;
    for (const RepetitionAccount *account : {&all_, &part})
      for (const auto &[key, lines] : account->at)
        keys.insert(key);
    for (int key : keys) {
      std::vector<double> &sums = at_[key];
      sums.resize(totals_.size(), 0);
      add(sums, linesOf(all_, key), linesOf(part, key));
    }
  }

  std::vector<Ticks> totals(double factor) const { return errors(totals_, factor); }
  std::map<int, std::vector<Ticks>> at(double factor) const {
    std::map<int, std::vector<Ticks>> all;
    for (const auto &[key, sums] : at_)
      all[key] = errors(sums, factor);
    return all;
  }

private:
  static std::vector<Ticks> linesOf(const RepetitionAccount &account, int key) {
    auto found = account.at.find(key);
    return found == account.at.end() ? std::vector<Ticks>() : found->second;
  }

  static void add(std::vector<double> &sums, const std::vector<Ticks> &a,
                  const std::vector<Ticks> &b) {
    for (size_t i = 0; i < sums.size(); ++i) {
      auto away = static_cast<double>((i < a.size() ? a[i] : 0) - (i < b.size() ? b[i] : 0));
      sums[i] += away * away;
    }
  }

  static std::vector<Ticks> errors(const std::vector<double> &sums, double factor) {
    std::vector<Ticks> errors;
    for (double sum : sums)
      errors.push_back(wholeTicks(std::sqrt(sum * factor)));
    return errors;
  }

  const RepetitionAccount &all_;
  std::vector<double> totals_;
  std::map<int, std::vector<double>> at_;
};

} // namespace

Result<WholeRepetition> wholeRepetition(const Repetition &repetition) {
  return expandedRepetition(repetition, -1);
}

Result<void> addSamplingError(const Repetition &repetition, const WholeRepetition &whole,
                              KeyTable &table, bool same_source, RepetitionAccount &account) {
  if (!whole.is_expanded)
    return {};
  Repetition bare = repetition; // the raw times tell of another doubt
  bare.instrumented.measured.reset();
  if (bare.one)
    bare.one->measured.reset();
  Differences differences(account);
  for (int group = 0; group < stand_in_groups; ++group) {
    TARE_TRY(WholeRepetition part, expandedRepetition(bare, group));
    RunBooks books(table);
    TARE_TRY(RepetitionAccount closed, closeRepetition(part.repetition, books, same_source));
    differences.add(closed);
  }
  constexpr double groups = stand_in_groups;
  double factor = (groups - 1) / groups / (1 - std::min(whole.thinning.measured_part, 0.9));
  account.sampling = differences.totals(factor);
  account.sampling_at = differences.at(factor);
  return {};
}

} // namespace tare
