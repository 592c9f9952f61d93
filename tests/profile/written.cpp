// SPDX-License-Identifier: Apache-2.0
#include "profile/written.h"

#include "analyzer/profile/contents.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tare::testing {

namespace {

uint64_t tickOf(Ticks ticks) { return lu2_start + static_cast<uint64_t>(ticks); }

/// The slot that means this at that node.
uint16_t slotOf(const Profile &profile, uint32_t node, Spent kind) {
  constexpr std::pair<Spent, uint16_t> in_logs_only[] = {{Spent::SetUp, TARE_SLOT_PROBE},
                                                         {Spent::Nested, TARE_SLOT_NESTED},
                                                         {Spent::Around, TARE_SLOT_AROUND},
                                                         {Spent::TaskGap, TARE_SLOT_FETCH}};
  for (auto [known, slot] : in_logs_only)
    if (known == kind)
      return slot;
  SlotMeanings meanings = meaningsAt(*profile.node(node), profile.of_serial_program);
  return static_cast<uint16_t>(std::ranges::find(meanings, kind) - meanings.begin());
}

tare_pf_spent recordOf(const Profile &profile, const SpentTime &spent) {
  return {static_cast<uint64_t>(spent.ticks), spent.node, slotOf(profile, spent.node, spent.kind),
          spent.units, spent.entries};
}

template <class Record> void append(std::string &bytes, const Record &record) {
  bytes.append(reinterpret_cast<const char *>(&record), sizeof record);
}

void writeNode(const ProfileNode &node, const SlotMeanings &meanings, tare_pf_node &raw) {
  for (size_t slot = 0; slot < TARE_SLOTS; ++slot) {
    const ProfileCell &cell = node.cells[meanings[slot]];
    raw.cell[slot].ticks = static_cast<uint64_t>(cell.ticks);
    raw.cell[slot].entries = cell.entries;
    raw.cell[slot].units = cell.units;
  }
  raw.team = {static_cast<uint64_t>(node.area),    static_cast<uint64_t>(node.span),
              static_cast<uint64_t>(node.inside),  static_cast<uint64_t>(node.missing),
              static_cast<uint64_t>(node.surplus), node.instances};
  size_t known = 0;
  for (const OuterNodes *outer : {&node.statements, &node.outer})
    for (uint32_t index : *outer)
      if (known < TARE_PF_OUTER)
        raw.outer[known++] = index + 1;
  if (node.outer.more || node.statements.more)
    raw.outer[1] = TARE_PF_MORE;
}

WrittenSegment headOf(const Segment &segment) {
  WrittenSegment written;
  written.head.instance = segment.instance;
  written.head.open = tickOf(segment.open);
  written.head.arrive = tickOf(segment.arrive);
  written.head.leave = segment.leave ? tickOf(segment.leave) : 0;
  written.head.runq_ns = segment.runq_ns;
  written.head.region_node = segment.region_node;
  written.head.barrier_node = segment.barrier_node;
  written.head.ordinal = segment.ordinal;
  written.head.flags = static_cast<uint16_t>((segment.is_last ? TARE_SEG_LAST : 0) |
                                             (segment.is_master ? TARE_SEG_MASTER : 0) |
                                             (segment.has_runq ? TARE_SEG_RUNQ : 0));
  written.head.team_size = segment.team_size;
  written.head.thread_num = segment.thread_num;
  written.head.depth = segment.depth;
  return written;
}

void writeSegment(const Profile &profile, const Segment &segment,
                  std::vector<WrittenSegment> &log) {
  WrittenSegment written = headOf(segment);
  for (const SpentTime &spent : segment.spent)
    written.spent.push_back(recordOf(profile, spent));
  if (segment.late > 0)
    written.spent.push_back(
        {static_cast<uint64_t>(segment.late), segment.region_node, TARE_SLOT_LATE, 0, 0});
  if (segment.stands_for_count > 0)
    written.spent.push_back({static_cast<uint64_t>(segment.stands_for), segment.region_node,
                             TARE_SLOT_STANDS_FOR, static_cast<uint16_t>(segment.stands_for_count),
                             0});
  if (segment.path > 0)
    written.spent.push_back({0, segment.path, TARE_SLOT_PATH, 0, 0});
  log.push_back(written);
  if (segment.in_wait.empty())
    return;
  WrittenSegment wait = headOf(segment);
  wait.head.flags |= TARE_SEG_IN_WAIT;
  wait.head.open = tickOf(segment.arrive);
  wait.head.leave = tickOf(segment.first_task);
  wait.head.arrive = tickOf(segment.last_task);
  for (const SpentTime &spent : segment.in_wait)
    wait.spent.push_back(recordOf(profile, spent));
  log.push_back(wait);
}

tare_pf_sample writeSample(const IterationSample &sample) {
  auto gap = static_cast<uint32_t>(sample.gap);
  if (sample.gap_kind == IterationSample::Gap::None)
    gap = UINT32_MAX;
  if (sample.gap_kind == IterationSample::Gap::Empty)
    gap |= TARE_PF_GAP_EMPTY;
  return {sample.index, sample.node, sample.instance, static_cast<uint32_t>(sample.body), gap};
}

void writeThread(const Profile &profile, const ProfileThread &thread, WrittenThread &written) {
  written.state.initial = thread.initial;
  written.state.lives = thread.lives;
  written.state.last = tickOf(profile.window);
  written.state.serial_ticks = static_cast<uint64_t>(thread.serial_ticks);
  written.state.serial_probe_ticks = static_cast<uint64_t>(thread.serial_probe_ticks);
  written.state.probe_ticks = static_cast<uint64_t>(thread.probe_ticks);
  written.state.runq_ns = thread.runq_ns;
  written.state.serial_runq_ns = thread.serial_runq_ns;
  written.state.segments_dropped = thread.segments_dropped;
  for (size_t i = 0; i < thread.nodes.size(); ++i)
    writeNode(thread.nodes[i],
              meaningsAt(*profile.node(static_cast<uint32_t>(i)), profile.of_serial_program),
              written.nodes.at(i));
  for (const Segment &segment : thread.log)
    writeSegment(profile, segment, written.logs[0]);
  for (const IterationSample &sample : thread.samples)
    written.samples.push_back(writeSample(sample));
}

std::string pathRecords(const Profile &profile) {
  std::string bytes;
  for (const std::string &object : profile.objects) {
    append(bytes, tare_pf_path_record{TARE_PATH_OBJECT, static_cast<uint32_t>(object.size())});
    bytes += object;
    bytes.resize((bytes.size() + 7) / 8 * 8);
  }
  for (const CallPath &path : profile.paths) {
    append(bytes, tare_pf_path_record{TARE_PATH_CALLS, static_cast<uint32_t>(path.calls.size())});
    for (const CallSite &call : path.calls)
      append(bytes, tare_pf_call{call.address, call.object, 0});
  }
  return bytes;
}

} // namespace

ProfileWriter written(const Profile &profile) {
  ProfileWriter writer;
  for (const ProfileModule &module : profile.modules)
    writer.addModule(module.tree);
  for (const ProfileThread &thread : profile.threads)
    writeThread(profile, thread, writer.addThread());
  writer.paths = pathRecords(profile);
  writer.closeAt(tickOf(profile.window));
  tare_pf_header &header = writer.header;
  header.stop_ns =
      header.start_ns + static_cast<uint64_t>(std::llround(static_cast<double>(profile.window) /
                                                           profile.ticks_per_second * 1e9));
  header.status |= (profile.of_serial_program ? TARE_STATUS_SERIAL : 0u) |
                   (profile.disk_full ? TARE_STATUS_DISK_FULL : 0u) |
                   (profile.events_full ? TARE_STATUS_EVENTS_FULL : 0u) |
                   (profile.two_runtimes ? TARE_STATUS_TWO_RUNTIMES : 0u) |
                   (profile.unbalanced ? TARE_STATUS_UNBALANCED : 0u) |
                   (profile.too_deep ? TARE_STATUS_TOO_DEEP : 0u);
  header.threads_asked = profile.threads_asked;
  header.cores_allowed = profile.cores_allowed;
  header.regions = profile.regions;
  header.foreign_regions = profile.foreign_regions;
  header.budget_ppm = profile.budget_ppm;
  header.level_regions = profile.level_regions;
  header.level_nested = profile.level_nested;
  header.level_barriers = profile.level_barriers;
  return writer;
}

} // namespace tare::testing
