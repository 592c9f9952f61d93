// SPDX-License-Identifier: Apache-2.0
#include "analyzer/teams/gathering.h"

#include <algorithm>
#include <utility>

namespace tare {

const GatheredMeeting *Gathering::add(LogPlace place, const Segment &segment) {
  MeetingKey key{segment.instance, segment.ordinal};
  auto found = open_.try_emplace(key).first;
  std::vector<LogPlace> &arrivals = found->second.arrivals;
  arrivals.push_back(place);
  if (arrivals.size() < segment.team_size)
    return nullptr;
  complete_ = {key, std::move(arrivals)};
  open_.erase(found);
  std::ranges::sort(complete_.arrivals);
  return &complete_;
}

std::vector<GatheredMeeting> Gathering::takeRest() {
  std::vector<GatheredMeeting> rest;
  for (auto &[key, meeting] : open_)
    rest.push_back({key, std::move(meeting.arrivals)});
  open_.clear();
  for (GatheredMeeting &meeting : rest)
    std::ranges::sort(meeting.arrivals);
  std::ranges::sort(rest, {}, &GatheredMeeting::key);
  return rest;
}

} // namespace tare
