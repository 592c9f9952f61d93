// SPDX-License-Identifier: Apache-2.0
#include "recorder.h"

#include <algorithm>

namespace tare::test {

static uint16_t cut(uint64_t count) { return uint16_t(std::min<uint64_t>(count, 65535)); }

static SpentList recordsOf(const Doings &doings) {
  std::vector<SpentTime> records(doings.size());
  for (size_t i = 0; i < doings.size(); ++i) {
    records[i].ticks = doings[i].ticks;
    records[i].node = doings[i].node & 0xffffff;
    records[i].kind = doings[i].kind;
    records[i].units = cut(doings[i].units);
    records[i].entries = cut(doings[i].entries);
  }
  return records;
}

void addTo(Doings &doings, uint32_t node, Spent kind, Ticks ticks, uint64_t entries,
           uint64_t units) {
  auto found = std::find_if(doings.begin(), doings.end(), [&](const Doing &doing) {
    return doing.node == node && doing.kind == kind;
  });
  if (found == doings.end())
    found = doings.insert(doings.end(), {node, kind});
  found->ticks += ticks;
  found->entries += entries;
  found->units += units;
}

Recorder::Recorder(int threads, const std::vector<Node> &nodes) {
  profile_.program = "simulated";
  profile_.openmp_runtime = "simulated";
  profile_.ticks_per_second = 1e9;
  profile_.threads_asked = uint32_t(threads);
  profile_.log_complete = true;
  profile_.modules.resize(1);
  profile_.modules[0].tree.unit = "simulated.c";
  profile_.modules[0].tree.nodes = nodes;
}

ProfileThread &Recorder::thread(size_t index) {
  while (profile_.threads.size() <= index) {
    profile_.threads.emplace_back();
    profile_.threads.back().tid = profile_.threads.size();
    profile_.threads.back().initial = profile_.threads.size() == 1;
    profile_.threads.back().nodes.resize(profile_.modules[0].tree.nodes.size());
  }
  return profile_.threads[index];
}

ProfileNode &Recorder::cells(size_t index, uint32_t node) { return thread(index).nodes[node]; }

ProfileCell &Recorder::cell(size_t index, uint32_t node, Spent kind) {
  return cells(index, node).cells[kind];
}

void Recorder::addCells(size_t index, const Doings &doings) {
  for (const Doing &doing : doings) {
    if (doing.kind == Spent::SetUp)
      thread(index).probe_ticks += doing.ticks;
    if (!hasCell(doing.kind))
      continue;
    ProfileCell &to = cell(index, doing.node, doing.kind);
    to.ticks += doing.ticks;
    to.entries += doing.entries;
    to.units += doing.units;
  }
}

void Recorder::addTeam(size_t index, const TeamPlace &team, Ticks size, Ticks span) {
  Ticks asked = profile_.threads_asked;
  ProfileNode &node = cells(index, team.region);
  node.area += size * span;
  node.span += span;
  node.inside += span;
  node.missing += team.depth ? 0 : std::max<Ticks>(asked - size, 0) * span;
  node.surplus += (team.depth ? size - 1 : std::max<Ticks>(size - asked, 0)) * span;
  node.instances += 1;
}

void Recorder::segment(size_t index, const TeamPlace &team, Segment segment, const Doings &spent,
                       const Doings &in_wait) {
  segment.instance = team.instance;
  segment.region_node = team.region;
  segment.team_size = team.size;
  segment.depth = team.depth;
  segment.spent = recordsOf(spent);
  segment.in_wait = recordsOf(in_wait);
  addCells(index, spent);
  addCells(index, in_wait);
  bool is_master = segment.is_master, is_last = segment.is_last;
  if (is_master || !is_last) {
    ProfileCell &wait = cell(index, segment.barrier_node, Spent::Wait);
    wait.ticks += segment.leave - segment.arrive - segment.inWait();
    wait.entries += 1;
  }
  if (is_last && is_master)
    addTeam(index, team, team.size, segment.leave - team.fork);
  else if (is_last)
    cells(index, team.region).inside += segment.arrive - team.fork + segment.inWait();
  thread(index).log.push_back(std::move(segment));
}

void Recorder::opaque(size_t index, const TeamPlace &team, Ticks span) {
  ProfileCell &body = cell(index, team.region, Spent::Body);
  body.ticks += span;
  body.entries += 1;
  addTeam(index, team, team.depth ? 1 : Ticks(profile_.threads_asked), span);
}

void Recorder::statement(size_t index, uint32_t node, uint32_t in) {
  auto &known = cells(index, node).statements;
  if (std::ranges::find(known, in) != known.end() || known.more)
    return;
  if (known.count < 2)
    known.add(in);
  else
    known = {{known.nodes[0]}, true};
}

Profile Recorder::finish(Ticks window) {
  profile_.window = window;
  thread(0);
  return profile_;
}

} // namespace tare::test
