// SPDX-License-Identifier: Apache-2.0
// dump_profile FILE: what the reader makes of a profile, as JSON for the Python tests, in the
// numbers of runtime/profile_format.h. Status 1 and the reason when it refuses the file.
#include "analyzer/profile/profile.h"
#include "runtime/profile_format.h"

#include <cstdio>
#include <fstream>

namespace {

using Long = long long;

unsigned slotOf(tare::Spent kind, const tare::Node *node) {
  using enum tare::Spent;
  switch (kind) {
  case Body:
    return TARE_SLOT_BODY;
  case Wait:
    return TARE_SLOT_WAIT;
  case Fork:
    return TARE_SLOT_FORK;
  case Serial:
    return TARE_SLOT_SERIAL;
  case Creation:
    return node->kind == tare::NodeKind::Taskloop ? TARE_SLOT_SERIAL : TARE_SLOT_SCHED;
  case Scheduling:
  case Fetching:
    return TARE_SLOT_SCHED;
  case Skipped:
    return TARE_SLOT_ASLEEP;
  case SetUp:
    return TARE_SLOT_PROBE;
  case Nested:
    return TARE_SLOT_NESTED;
  case Around:
    return TARE_SLOT_AROUND;
  case TaskGap:
    return TARE_SLOT_FETCH;
  }
  return TARE_SLOT_LIMIT;
}

void dumpOuter(const char *name, const tare::OuterNodes &outer) {
  unsigned raw[TARE_PF_OUTER] = {}, count = 0;
  for (uint32_t node : outer)
    raw[count++] = node + 1;
  if (outer.more)
    raw[1] = TARE_PF_MORE;
  std::printf(",\"%s\":[%u,%u]", name, raw[0], raw[1]);
}

void dumpNode(const tare::ProfileNode &node, const tare::Node *described) {
  tare::ProfileCell slots[TARE_SLOTS];
  for (tare::Spent kind : tare::cell_kinds)
    if (const tare::ProfileCell &cell = node.cells[kind]; cell.ticks || cell.entries || cell.units)
      slots[slotOf(kind, described)] = cell;
  std::printf("{\"slots\":[");
  for (const tare::ProfileCell &cell : slots)
    std::printf("%s[%lld,%llu,%llu]", &cell == slots ? "" : ",", (Long)cell.ticks,
                (unsigned long long)cell.entries, (unsigned long long)cell.units);
  std::printf("],\"area\":%lld,\"span\":%lld,\"inside\":%lld,\"missing\":%lld,\"surplus\":%lld,"
              "\"instances\":%llu",
              (Long)node.area, (Long)node.span, (Long)node.inside, (Long)node.missing,
              (Long)node.surplus, (unsigned long long)node.instances);
  dumpOuter("outer", node.outer);
  dumpOuter("statements", node.statements);
  std::printf("}");
}

void dumpSpent(const tare::Profile &profile, const tare::SpentList &records) {
  for (const tare::SpentTime &spent : records)
    std::printf("%s[%lld,%u,%u,%u,%u]", &spent == records.data() ? "" : ",", (Long)spent.ticks,
                unsigned(spent.node), slotOf(spent.kind, profile.node(spent.node)), spent.units,
                spent.entries);
}

unsigned flagsOf(const tare::Segment &s) {
  return (s.is_last ? TARE_SEG_LAST : 0) | (s.is_master ? TARE_SEG_MASTER : 0) |
         (s.has_runq ? TARE_SEG_RUNQ : 0);
}

void dumpSegment(const tare::Profile &profile, const tare::Segment &s) {
  std::printf("{\"instance\":%llu,\"open\":%lld,\"arrive\":%lld,\"leave\":%lld,\"region\":%u,"
              "\"barrier\":%u,\"ordinal\":%u,\"flags\":%u,\"team\":%u,\"num\":%u,\"depth\":%u,"
              "\"spent\":[",
              (unsigned long long)s.instance, (Long)s.open, (Long)s.arrive, (Long)s.leave,
              s.region_node, s.barrier_node, s.ordinal, flagsOf(s), s.team_size, s.thread_num,
              s.depth);
  dumpSpent(profile, s.spent);
  std::printf("],\"first_task\":%lld,\"last_task\":%lld,\"in_wait\":[", (Long)s.first_task,
              (Long)s.last_task);
  dumpSpent(profile, s.in_wait);
  std::printf("],\"stands_for\":[%lld,%u]}", (Long)s.stands_for, s.stands_for_count);
}

void dumpSamples(const std::vector<tare::IterationSample> &samples) {
  for (const tare::IterationSample &s : samples)
    std::printf("%s[%lld,%u,%u,%lld,%lld,%d]", &s == samples.data() ? "" : ",", (Long)s.index,
                s.node, s.instance, (Long)s.body, (Long)s.gap, int(s.gap_kind));
}

void dumpThread(const tare::Profile &profile, const tare::ProfileThread &thread) {
  std::printf("{\"initial\":%d,\"serial\":%lld,\"serial_probe\":%lld,\"probe\":%lld,"
              "\"dropped\":%llu,\"nodes\":[",
              thread.initial, (Long)thread.serial_ticks, (Long)thread.serial_probe_ticks,
              (Long)thread.probe_ticks, (unsigned long long)thread.segments_dropped);
  for (uint32_t index = 0; index < thread.nodes.size(); ++index) {
    std::fputs(index == 0 ? "" : ",", stdout);
    dumpNode(thread.nodes[index], profile.node(index));
  }
  std::printf("],\"log\":[");
  for (const tare::Segment &segment : thread.log) {
    std::fputs(&segment == thread.log.data() ? "" : ",", stdout);
    dumpSegment(profile, segment);
  }
  std::printf("],\"samples\":[");
  dumpSamples(thread.samples);
  std::printf("],\"events\":[");
  for (const tare::Event &event : thread.events)
    std::printf("%s[%lld,%llu,%llu,%llu,%u,%d,%u]", &event == thread.events.data() ? "" : ",",
                (Long)event.tick, (unsigned long long)event.instance,
                (unsigned long long)event.object, (unsigned long long)event.peer, event.node,
                static_cast<int>(event.kind), event.detail);
  std::printf("]}");
}

/// Bits of the format, of a file that the reader accepts.
unsigned statusIn(const char *path) {
  tare_pf_header header = {};
  std::ifstream(path, std::ios::binary).read(reinterpret_cast<char *>(&header), sizeof header);
  return header.status;
}

} // namespace

int main(int argc, char **argv) {
  const auto read = tare::readProfile(argc > 1 ? argv[1] : "");
  if (!read.ok()) {
    std::fprintf(stderr, "%s\n", read.error().text().c_str());
    return 1;
  }
  const tare::Profile &p = read.value();
  std::printf("{\"window\":%lld,\"status\":%u,\"clock\":%u,\"cut_off\":%s,\"log_complete\":%s,"
              "\"asked\":%u,\"cores\":%u,\"regions\":%llu,\"foreign\":%llu,\"other_cpu\":%.3f,"
              "\"levels\":[%u,%u,%u],"
              "\"budget\":%u,\"runtime\":\"%s\",\"modules\":%zu,\"rate\":%.0f,\"threads\":[",
              (Long)p.window, statusIn(argv[1]), p.clock, p.cut_off ? "true" : "false",
              p.log_complete ? "true" : "false", p.threads_asked, p.cores_allowed,
              (unsigned long long)p.regions, (unsigned long long)p.foreign_regions, p.other_cpu_s,
              p.level_regions, p.level_nested, p.level_barriers, p.budget_ppm,
              p.openmp_runtime.c_str(), p.modules.size(), p.ticks_per_second);
  for (const tare::ProfileThread &thread : p.threads) {
    std::fputs(&thread == p.threads.data() ? "" : ",", stdout);
    dumpThread(p, thread);
  }
  std::printf("]}\n");
  return 0;
}
