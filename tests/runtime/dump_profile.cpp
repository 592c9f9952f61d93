// SPDX-License-Identifier: Apache-2.0
// dump_profile FILE: what the reader makes of a profile, as JSON for the Python tests. Status 1 and
// the reason when it refuses the file.
#include "analyzer/profile/profile.h"

#include <cstdio>

namespace {

using Long = long long;

void dumpNode(const tare::ProfileNode &node) {
  std::printf("{\"slots\":[");
  for (const tare::ProfileCell &cell : node.slots)
    std::printf("%s[%lld,%llu,%llu]", &cell == &node.slots[0] ? "" : ",", (Long)cell.ticks,
                (unsigned long long)cell.entries, (unsigned long long)cell.units);
  std::printf("],\"area\":%lld,\"span\":%lld,\"inside\":%lld,\"missing\":%lld,\"surplus\":%lld,"
              "\"instances\":%llu,\"outer\":[%u,%u],\"statements\":[%u,%u]}",
              (Long)node.area, (Long)node.span, (Long)node.inside, (Long)node.missing,
              (Long)node.surplus, (unsigned long long)node.instances, node.outer[0], node.outer[1],
              node.statements[0], node.statements[1]);
}

void dumpSpent(const tare::SpentList &records) {
  for (const tare::SpentTime &spent : records)
    std::printf("%s[%lld,%u,%u,%u,%u]", &spent == records.data() ? "" : ",", (Long)spent.ticks,
                unsigned(spent.node), unsigned(spent.slot), spent.units, spent.entries);
}

void dumpSegment(const tare::Segment &s) {
  std::printf("{\"instance\":%llu,\"open\":%lld,\"arrive\":%lld,\"leave\":%lld,\"region\":%u,"
              "\"barrier\":%u,\"ordinal\":%u,\"flags\":%u,\"team\":%u,\"num\":%u,\"depth\":%u,"
              "\"spent\":[",
              (unsigned long long)s.instance, (Long)s.open, (Long)s.arrive, (Long)s.leave,
              s.region_node, s.barrier_node, s.ordinal, s.flags, s.team_size, s.thread_num,
              s.depth);
  dumpSpent(s.spent);
  std::printf("],\"first_task\":%lld,\"last_task\":%lld,\"in_wait\":[", (Long)s.first_task,
              (Long)s.last_task);
  dumpSpent(s.in_wait);
  std::printf("],\"stands_for\":[%lld,%u]}", (Long)s.stands_for, s.stands_for_count);
}

void dumpSamples(const std::vector<tare::IterationSample> &samples) {
  for (const tare::IterationSample &s : samples)
    std::printf("%s[%lld,%u,%u,%lld,%lld,%d]", &s == samples.data() ? "" : ",", (Long)s.index,
                s.node, s.instance, (Long)s.body, (Long)s.gap, int(s.gap_kind));
}

void dumpThread(const tare::ProfileThread &thread) {
  std::printf("{\"initial\":%d,\"serial\":%lld,\"serial_probe\":%lld,\"probe\":%lld,"
              "\"dropped\":%llu,\"nodes\":[",
              thread.initial, (Long)thread.serial_ticks, (Long)thread.serial_probe_ticks,
              (Long)thread.probe_ticks, (unsigned long long)thread.segments_dropped);
  for (const tare::ProfileNode &node : thread.nodes) {
    std::fputs(&node == thread.nodes.data() ? "" : ",", stdout);
    dumpNode(node);
  }
  std::printf("],\"log\":[");
  for (const tare::Segment &segment : thread.log) {
    std::fputs(&segment == thread.log.data() ? "" : ",", stdout);
    dumpSegment(segment);
  }
  std::printf("],\"samples\":[");
  dumpSamples(thread.samples);
  std::printf("]}");
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
              (Long)p.window, p.status, p.clock, p.cut_off ? "true" : "false",
              p.log_complete ? "true" : "false", p.threads_asked, p.cores_allowed,
              (unsigned long long)p.regions, (unsigned long long)p.foreign_regions, p.other_cpu_s,
              p.level_regions, p.level_nested, p.level_barriers, p.budget_ppm,
              p.openmp_runtime.c_str(), p.modules.size(), p.ticks_per_second);
  for (const tare::ProfileThread &thread : p.threads) {
    std::fputs(&thread == p.threads.data() ? "" : ",", stdout);
    dumpThread(thread);
  }
  std::printf("]}\n");
  return 0;
}
