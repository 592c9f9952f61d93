// SPDX-License-Identifier: Apache-2.0
#include "profile/written.h"

#include <cmath>
#include <cstring>

namespace tare::testing {

namespace {

uint64_t tickOf(Ticks ticks) { return lu2_start + static_cast<uint64_t>(ticks); }

tare_pf_spent recordOf(const SpentTime &spent) {
  return {static_cast<uint64_t>(spent.ticks), spent.node, spent.slot, spent.units, spent.entries};
}

template <class Record> void append(std::string &bytes, const Record &record) {
  bytes.append(reinterpret_cast<const char *>(&record), sizeof record);
}

void writeNode(const ProfileNode &node, tare_pf_node &raw) {
  for (size_t slot = 0; slot < TARE_SLOTS; ++slot) {
    const ProfileCell &cell = node.slots[slot];
    raw.cell[slot].ticks = static_cast<uint64_t>(cell.ticks);
    raw.cell[slot].entries = cell.entries;
    raw.cell[slot].units = cell.units;
  }
  raw.team = {static_cast<uint64_t>(node.area),    static_cast<uint64_t>(node.span),
              static_cast<uint64_t>(node.inside),  static_cast<uint64_t>(node.missing),
              static_cast<uint64_t>(node.surplus), node.instances};
  auto [first, second] = node.statements;
  raw.outer[0] = first ? first : node.outer[0];
  raw.outer[1] = second ? second : first ? node.outer[0] : node.outer[1];
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
  written.head.flags = segment.flags;
  written.head.team_size = segment.team_size;
  written.head.thread_num = segment.thread_num;
  written.head.depth = segment.depth;
  return written;
}

void writeSegment(const Segment &segment, std::vector<WrittenSegment> &log) {
  WrittenSegment written = headOf(segment);
  for (const SpentTime &spent : segment.spent)
    written.spent.push_back(recordOf(spent));
  if (segment.late > 0)
    written.spent.push_back(
        {static_cast<uint64_t>(segment.late), segment.region_node, TARE_SLOT_LATE, 0, 0});
  if (segment.stands_for_count > 0)
    written.spent.push_back({static_cast<uint64_t>(segment.stands_for), segment.region_node,
                             TARE_SLOT_STANDS_FOR,
                             static_cast<uint16_t>(segment.stands_for_count), 0});
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
    wait.spent.push_back(recordOf(spent));
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

void writeThread(const ProfileThread &thread, Ticks window, WrittenThread &written) {
  written.state.initial = thread.initial;
  written.state.lives = thread.lives;
  written.state.last = tickOf(window);
  written.state.serial_ticks = static_cast<uint64_t>(thread.serial_ticks);
  written.state.serial_probe_ticks = static_cast<uint64_t>(thread.serial_probe_ticks);
  written.state.probe_ticks = static_cast<uint64_t>(thread.probe_ticks);
  written.state.runq_ns = thread.runq_ns;
  written.state.serial_runq_ns = thread.serial_runq_ns;
  written.state.segments_dropped = thread.segments_dropped;
  for (size_t i = 0; i < thread.nodes.size(); ++i)
    writeNode(thread.nodes[i], written.nodes.at(i));
  for (const Segment &segment : thread.log)
    writeSegment(segment, written.logs[0]);
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
    append(bytes,
           tare_pf_path_record{TARE_PATH_CALLS, static_cast<uint32_t>(path.calls.size())});
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
    writeThread(thread, profile.window, writer.addThread());
  writer.paths = pathRecords(profile);
  writer.closeAt(tickOf(profile.window));
  tare_pf_header &header = writer.header;
  header.stop_ns = header.start_ns + static_cast<uint64_t>(std::llround(
                                         static_cast<double>(profile.window) /
                                         profile.ticks_per_second * 1e9));
  header.status |= profile.status;
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
