// SPDX-License-Identifier: Apache-2.0
#include "analyzer/teams/teams.h"

#include "analyzer/teams/hosts.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace tare {

size_t depthOn(const Segment &segment) { return segment.is_master ? segment.depth : 0; }

Teams::Teams(const Profile &profile) {
  std::vector<Row> rows;
  gather(profile, rows);
  order(rows);
  divide(profile, rows);
  for (const ProfileThread &thread : profile.threads)
    meeting_of_.emplace_back(thread.log.size());
  for (uint32_t number = 0; number < meetings_.size(); ++number)
    for (LogPlace place : meetings_[number].arrivals)
      meeting_of_[place.thread][place.index] = number;
  hosted_ = hostsOf(profile, *this);
}

// Threads in step, as they arrived: then hardly a meeting waits for long.
void Teams::gather(const Profile &profile, std::vector<Row> &rows) {
  using Head = std::pair<Ticks, LogPlace>; // the next segment of a thread
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  size_t count = 0;
  for (uint32_t t = 0; t < profile.threads.size(); ++t) {
    const std::vector<Segment> &log = profile.threads[t].log;
    count += log.size();
    if (!log.empty())
      heads.push({log.front().arrive, {t, 0}});
  }
  places_.reserve(count);
  Gathering gathering;
  while (!heads.empty()) {
    LogPlace place = heads.top().second;
    heads.pop();
    if (const GatheredMeeting *meeting = gathering.add(place, segmentAt(profile, place)))
      keep(*meeting, rows);
    if (++place.index < profile.threads[place.thread].log.size())
      heads.push({segmentAt(profile, place).arrive, place});
  }
  for (const GatheredMeeting &meeting : gathering.takeRest())
    keep(meeting, rows);
}

void Teams::keep(const GatheredMeeting &meeting, std::vector<Row> &rows) {
  rows.push_back({meeting.key, places_.size(), meeting.arrivals.size()});
  places_.insert(places_.end(), meeting.arrivals.begin(), meeting.arrivals.end());
}

// By key. More than a team has threads may have one key, in a profile that no run can have made:
// they are one meeting.
void Teams::order(std::vector<Row> &rows) {
  std::ranges::stable_sort(rows, {}, &Row::key);
  std::vector<LogPlace> ordered;
  ordered.reserve(places_.size());
  std::vector<Row> kept;
  for (const Row &row : rows) {
    auto from = places_.begin() + static_cast<std::ptrdiff_t>(row.begin);
    if (kept.empty() || kept.back().key != row.key)
      kept.push_back({row.key, ordered.size(), 0});
    ordered.insert(ordered.end(), from, from + static_cast<std::ptrdiff_t>(row.count));
    kept.back().count += row.count;
    if (kept.back().count > row.count)
      std::sort(ordered.begin() + static_cast<std::ptrdiff_t>(kept.back().begin), ordered.end());
  }
  places_ = std::move(ordered);
  rows = std::move(kept);
}

void Teams::divide(const Profile &profile, const std::vector<Row> &rows) {
  std::span<const LogPlace> places(places_);
  meetings_.reserve(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    bool is_new = i == 0 || rows[i].key.instance != rows[i - 1].key.instance;
    if (is_new)
      instances_.emplace_back();
    meetings_.push_back({places.subspan(rows[i].begin, rows[i].count),
                         static_cast<uint32_t>(instances_.size() - 1)});
  }
  for (size_t begin = 0, end; begin < meetings_.size(); begin = end) {
    end = begin;
    while (end < meetings_.size() && meetings_[end].instance == meetings_[begin].instance)
      ++end;
    RegionInstance &instance = instances_[meetings_[begin].instance];
    instance.meetings = std::span<const Meeting>(meetings_).subspan(begin, end - begin);
    size_t last = rows[end - 1].begin + rows[end - 1].count;
    instance.segments = places.subspan(rows[begin].begin, last - rows[begin].begin);
    describe(profile, instance);
  }
}

void Teams::describe(const Profile &profile, RegionInstance &instance) const {
  for (LogPlace place : instance.segments) {
    const Segment &segment = segmentAt(profile, place);
    instance.nested = segment.depth > 0;
    if (!segment.is_master)
      continue;
    if (!instance.first)
      instance.first = place;
    instance.last = place;
    instance.joined |= segment.is_last;
  }
}

std::span<const Hosted> Teams::hostedBy(LogPlace place) const {
  return std::ranges::equal_range(hosted_[place.thread], place.index, {}, &Hosted::host);
}

} // namespace tare
