// SPDX-License-Identifier: Apache-2.0
#include "analyzer/books/conservation.h"

#include "analyzer/profile/rebuilt.h"

#include <string>

namespace tare {

namespace {

std::string nodeText(const Profile &profile, uint32_t index) {
  const Node *node = profile.node(index);
  return node ? node->id.text() : "node " + std::to_string(index);
}

Error broken(const Profile &profile, const std::string &what) {
  return disagreement("conservation does not hold: " + what, profile.path,
                      "the log and the sums of this run disagree; please report this profile");
}

// Of what is only counted the log knows nothing: no time of its own begins there.
bool isOnlyCounted(const Profile &profile, uint32_t index) {
  const Node *node = profile.node(index);
  return node && node->treatment == Treatment::Counted;
}

Result<void> compareCell(const Profile &profile, uint32_t index, Spent kind,
                         const ProfileCell &cell, const RebuiltCell &log) {
  static constexpr ByCell<const char *> names = {
      {"body", "wait", "fork", "scheduling", "creation", "fetching", "serial code", "skipped"}};
  if (cell.ticks != log.ticks)
    return broken(profile, nodeText(profile, index) + " has " + std::to_string(cell.ticks) +
                               " ticks of " + names[kind] + ", its log " +
                               std::to_string(log.ticks));
  bool same = log.or_more ? cell.entries >= log.entries : cell.entries == log.entries;
  if (same || isOnlyCounted(profile, index))
    return {};
  return broken(profile, nodeText(profile, index) + " has " + std::to_string(cell.entries) +
                             " entries of " + names[kind] + ", its log " +
                             std::to_string(log.entries));
}

Result<void> compareNode(const Profile &profile, uint32_t index, const ProfileNode &cells,
                         const RebuiltThread &rebuilt) {
  auto found = rebuilt.cells.find(index);
  RebuiltCells log = found == rebuilt.cells.end() ? RebuiltCells() : found->second;
  for (Spent kind : logged_kinds)
    TARE_DO(compareCell(profile, index, kind, cells.cells[kind], log[kind]));
  auto sums = rebuilt.regions.find(index);
  RegionSums region = sums == rebuilt.regions.end() ? RegionSums() : sums->second;
  if (RegionSums{cells.area, cells.span, cells.inside, cells.instances} != region)
    return broken(profile, nodeText(profile, index) + " has a team area of " +
                               std::to_string(cells.area) + " ticks, its log " +
                               std::to_string(region.area));
  return {};
}

Result<void> checkThread(const Profile &profile, const ProfileThread &thread) {
  RebuiltThread rebuilt = rebuildThread(thread.log);
  for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
    if (profile.timedOutside(index))
      continue; // no segments inside
    TARE_DO(compareNode(profile, index, thread.nodes[index], rebuilt));
  }
  if (rebuilt.probe != thread.probe_ticks)
    return broken(profile, "set-up of " + std::to_string(thread.probe_ticks) +
                               " ticks, in the log " + std::to_string(rebuilt.probe));
  return {};
}

// Tasks, and fetching them, fill a part of the wait.
Result<void> checkWait(const Profile &profile, const Segment &segment) {
  Ticks filled = 0;
  for (const SpentTime &part : segment.in_wait)
    filled += part.ticks;
  if (segment.in_wait.empty() || filled <= segment.last_task - segment.arrive)
    return {};
  return broken(profile, "tasks in a wait of region instance " + std::to_string(segment.instance) +
                             " last longer than the wait");
}

Result<void> checkSegment(const Profile &profile, const Segment &segment) {
  Ticks spent = 0;
  for (const SpentTime &part : segment.spent)
    spent += part.ticks;
  TARE_DO(checkWait(profile, segment));
  if (segment.arrive - segment.open == spent)
    return {};
  return broken(profile, "a segment of region instance " + std::to_string(segment.instance) +
                             " lasts " + std::to_string(segment.arrive - segment.open) +
                             " ticks, but its parts sum to " + std::to_string(spent));
}

// Threads of a cancelled region leave it at different points.
bool mayBeCancelled(const Profile &profile, uint32_t region) {
  const Node *node = profile.node(region);
  return node && node->opaque == "cancel";
}

// Every thread of a team passes the same barriers, each once.
Result<void> checkTeams(const Profile &profile, const Teams &teams) {
  for (const Meeting &meeting : teams.meetings()) {
    const Segment &last = segmentAt(profile, meeting.arrivals.back());
    if (meeting.arrivals.size() == last.team_size || mayBeCancelled(profile, last.region_node))
      continue;
    return broken(profile, "barrier " + std::to_string(last.ordinal) + " of region instance " +
                               std::to_string(last.instance) + " was passed by " +
                               std::to_string(meeting.arrivals.size()) + " of " +
                               std::to_string(last.team_size) + " threads");
  }
  return {};
}

} // namespace

Result<void> checkConservation(const Profile &profile, const Teams &teams) {
  for (const ProfileThread &thread : profile.threads)
    for (const Segment &segment : thread.log)
      TARE_DO(checkSegment(profile, segment));
  if (!profile.log_complete || profile.too_deep || profile.expanded)
    return {};
  for (const ProfileThread &thread : profile.threads)
    TARE_DO(checkThread(profile, thread));
  return checkTeams(profile, teams);
}

} // namespace tare
