// SPDX-License-Identifier: Apache-2.0
#include "chooser.h"

#include "analyzer/teams/outermost_regions.h"
#include "tests/perturbation/recorder.h"

#include <algorithm>
#include <map>
#include <set>

namespace tare::test {

namespace {

Doings doingsOf(const SpentList &records) {
  Doings doings;
  for (const SpentTime &record : records)
    doings.push_back({record.node, record.kind, record.ticks, record.entries, record.units});
  return doings;
}

struct StandsFor {
  Ticks span = 0;
  uint32_t count = 0;
};

/// One choice of regions, recorded anew.
class Chooser {
public:
  Chooser(const Profile &complete, const Choices &choices)
      : complete_(complete), regions_(regionsOf(complete)), choices_(choices),
        recorder_(int(complete.threads_asked), complete.modules[0].tree.nodes) {}

  Profile choose() {
    leaveOut();
    findForks();
    for (size_t t = 0; t < complete_.threads.size(); ++t)
      record(t);
    Profile made = recorder_.finish(complete_.window);
    made.regions = complete_.regions;
    made.paths = complete_.paths;
    made.objects = complete_.objects;
    made.ticks_per_second = complete_.ticks_per_second;
    made.budget_ppm = 20000;
    keepRest(made);
    dropUnlogged(made);
    return made;
  }

private:
  Choice choiceOf(const OutermostRegion &region) const {
    return choices_[size_t(&region - regions_.data())];
  }

  void leaveOut() {
    std::map<uint32_t, StandsFor> pending;
    for (const OutermostRegion &region : regions_) {
      StandsFor &before = pending[region.region_node];
      if (choiceOf(region) == Choice::LeaveOut) {
        before.span += region.span();
        before.count += 1;
        ProfileCell &asleep = recorder_.cell(0, region.region_node, Spent::Skipped);
        asleep.ticks += region.span();
        asleep.entries += 1;
      } else if (choiceOf(region) == Choice::Measure) {
        stands_for_[region.instance] = before;
        before = {};
      }
    }
  }

  void findForks() {
    for (const ProfileThread &thread : complete_.threads)
      for (const Segment &segment : thread.log)
        if (segment.ordinal == 0)
          forks_[segment.instance] = segment.open;
  }

  void record(size_t t) {
    recorder_.thread(t);
    for (const Segment &segment : complete_.threads[t].log)
      if (const OutermostRegion *region = regionAround(regions_, segment);
          region && choiceOf(*region) != Choice::LeaveOut)
        record(t, segment);
  }

  void record(size_t t, Segment segment) {
    TeamPlace place{segment.instance, segment.region_node, segment.team_size, segment.depth,
                    forks_[segment.instance]};
    if (auto found = stands_for_.find(segment.instance);
        found != stands_for_.end() && segment.is_last && segment.is_master) {
      segment.stands_for = found->second.span;
      segment.stands_for_count = found->second.count;
    }
    recorder_.segment(t, place, segment, doingsOf(segment.spent), doingsOf(segment.in_wait));
  }

  /// What is in no log.
  void keepRest(Profile &made) const {
    for (size_t t = 0; t < made.threads.size(); ++t) {
      const ProfileThread &from = complete_.threads[t];
      ProfileThread &to = made.threads[t];
      to.serial_ticks = from.serial_ticks;
      to.serial_probe_ticks = from.serial_probe_ticks;
      to.samples = from.samples;
      for (uint32_t node = 0; node < to.nodes.size(); ++node)
        if (made.timedOutside(node))
          to.nodes[node] = from.nodes[node];
        else
          to.nodes[node].cells[Spent::Serial] = from.nodes[node].cells[Spent::Serial];
    }
  }

  void dropUnlogged(Profile &made) const {
    if (std::count(choices_.begin(), choices_.end(), Choice::Unlogged) == 0)
      return;
    made.log_complete = false;
    made.level_regions = 1;
    for (ProfileThread &thread : made.threads)
      thread.segments_dropped = std::erase_if(thread.log, [&](const Segment &segment) {
        return choiceOf(*regionAround(regions_, segment)) == Choice::Unlogged;
      });
  }

  const Profile &complete_;
  std::vector<OutermostRegion> regions_;
  const Choices &choices_;
  Recorder recorder_;
  std::map<uint64_t, StandsFor> stands_for_;
  std::map<uint64_t, Ticks> forks_;
};

/// A name and a value for each figure of the cells.
std::vector<std::pair<std::string, int64_t>> figuresToCompare(const Profile &profile) {
  std::vector<std::pair<std::string, int64_t>> figures;
  for (size_t t = 0; t < profile.threads.size(); ++t) {
    const ProfileThread &thread = profile.threads[t];
    std::string name = "thread " + std::to_string(t);
    figures.emplace_back(name + " probes", thread.probe_ticks);
    figures.emplace_back(name + " serial", thread.serial_ticks);
    for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
      const ProfileNode &node = thread.nodes[index];
      std::string at = name + ", node " + std::to_string(index);
      for (Spent kind : cell_kinds) {
        std::string in = at + ", kind " + std::to_string(int(kind));
        figures.emplace_back(in + " ticks", node.cells[kind].ticks);
        figures.emplace_back(in + " entries", int64_t(node.cells[kind].entries));
        figures.emplace_back(in + " units", int64_t(node.cells[kind].units));
      }
      figures.emplace_back(at + " area", node.area);
      figures.emplace_back(at + " span", node.span);
      figures.emplace_back(at + " inside", node.inside);
      figures.emplace_back(at + " missing", node.missing);
      figures.emplace_back(at + " surplus", node.surplus);
      figures.emplace_back(at + " instances", int64_t(node.instances));
    }
  }
  return figures;
}

} // namespace

std::vector<OutermostRegion> regionsOf(const Profile &profile) {
  return OutermostRegions(profile, Teams(profile)).all();
}

const OutermostRegion *regionAround(const std::vector<OutermostRegion> &regions,
                                    const Segment &segment) {
  auto holds = [&](const OutermostRegion &region) {
    return segment.depth == 0 ? region.instance == segment.instance
                              : region.fork <= segment.arrive && segment.arrive <= region.join;
  };
  auto found = std::ranges::find_if(regions, holds);
  return found == regions.end() ? nullptr : &*found;
}

size_t outermostCount(const Profile &complete) { return regionsOf(complete).size(); }

Choices rows(const Profile &complete, Random &random, size_t row) {
  std::vector<OutermostRegion> regions = regionsOf(complete);
  Choices choices(regions.size(), Choice::LeaveOut);
  std::map<uint32_t, std::vector<size_t>> instances;
  for (size_t i = 0; i < regions.size(); ++i)
    instances[regions[i].region_node].push_back(i);
  for (const auto &[node, of] : instances) {
    choices[of[0]] = Choice::Measure;
    for (size_t begin = 1; begin < of.size(); begin += row)
      if (size_t chosen = begin + random.below(row); chosen < of.size())
        choices[of[chosen]] = Choice::Measure;
  }
  return choices;
}

Profile choose(const Profile &complete, const Choices &choices) {
  return Chooser(complete, choices).choose();
}

std::string cellsDiffer(const Profile &is, const Profile &should_be, Ticks tolerance) {
  auto a = figuresToCompare(is), b = figuresToCompare(should_be);
  if (a.size() != b.size())
    return "other threads or nodes";
  for (size_t i = 0; i < a.size(); ++i)
    if (std::abs(a[i].second - b[i].second) > tolerance)
      return a[i].first + " is " + std::to_string(a[i].second) + ", not " +
             std::to_string(b[i].second);
  return is.window == should_be.window ? "" : "another window";
}

} // namespace tare::test
