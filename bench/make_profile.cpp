// SPDX-License-Identifier: Apache-2.0
// make_profile FILE THREADS MIB [PATHS]: a profile as a run would leave it whose logs hold MIB
// mebibytes a thread: regions of eight barriers with a loop and a critical before each, reached in
// turns through so many chains of three calls (0: through none that is known). Its books close.
#include "base/files.h"
#include "profile/profile_writer.h"

#include <cstdio>
#include <cstdlib>

using namespace tare;
using namespace tare::testing;

namespace {

enum { region = 1, loop, critical, barrier }; // nodes
constexpr uint64_t barriers = 8;
constexpr uint64_t bytes_a_segment = sizeof(tare_pf_segment) + 3 * sizeof(tare_pf_spent);

NodeTree treeOf() {
  NodeTree tree = regionTree();
  for (NodeKind kind : {NodeKind::Critical, NodeKind::Barrier}) {
    Node node = tree.nodes[loop];
    node.id.kind = kindName(kind);
    node.kind = kind;
    node.directive = kindName(kind);
    tree.nodes.push_back(node);
  }
  return tree;
}

template <class Field> std::string bytesOf(const Field &field) {
  return {reinterpret_cast<const char *>(&field), sizeof field};
}

/// An object, and chains that differ in their outermost call.
std::string callPaths(uint64_t number) {
  const std::string object = "/bin/made"; // padded to 16 bytes
  std::string bytes =
      bytesOf(tare_pf_path_record{TARE_PATH_OBJECT, static_cast<uint32_t>(object.size())});
  bytes += object + std::string(16 - object.size(), '\0');
  for (uint64_t path = 0; path < number; ++path) {
    bytes += bytesOf(tare_pf_path_record{TARE_PATH_CALLS, 3});
    for (uint64_t address : {uint64_t(0x1000), uint64_t(0x2000), 0x3000 + 16 * path})
      bytes += bytesOf(tare_pf_call{address, 0, 0});
  }
  return bytes;
}

class Team {
public:
  Team(ProfileWriter &writer, uint64_t size, uint64_t paths)
      : writer_(writer), size_(size), paths_(paths) {
    for (uint64_t i = 0; i < size; ++i)
      writer.addThread();
  }

  /// Forked at the tick now_, joined where it ends.
  void addRegion() {
    ++instance_;
    fork_ = now_;
    open_.assign(size_, fork_);
    for (uint32_t ordinal = 0; ordinal < barriers; ++ordinal)
      addBarrier(ordinal);
    addEnd();
    now_ += 50; // serial
    writer_.threads[0].state.serial_ticks += 50;
  }

  uint64_t now() const { return now_; }

private:
  void book(uint64_t i, uint32_t node, uint32_t slot, uint64_t ticks, WrittenSegment &segment) {
    tare_pf_cell &cell = writer_.threads[i].cell(node, slot);
    cell.ticks += ticks;
    cell.entries += 1;
    cell.units += 4;
    segment.spent.push_back({ticks, node, slot, 4, 1});
  }

  WrittenSegment work(uint64_t i, uint32_t node, uint32_t ordinal) {
    WrittenSegment segment;
    segment.head.instance = instance_;
    segment.head.open = open_[i];
    segment.head.region_node = region;
    segment.head.barrier_node = node;
    segment.head.ordinal = ordinal;
    segment.head.flags = i == 0 ? TARE_SEG_MASTER : 0;
    segment.head.team_size = static_cast<uint16_t>(size_);
    segment.head.thread_num = static_cast<uint16_t>(i);
    if (ordinal == 0)
      book(i, region, TARE_SLOT_FORK, 3 + i, segment);
    book(i, loop, TARE_SLOT_BODY, 100 + (instance_ * 7 + ordinal * 13 + i * 31) % 50, segment);
    book(i, critical, TARE_SLOT_WAIT, 1 + (ordinal + i) % 9, segment);
    if (ordinal != 0)
      book(i, critical, TARE_SLOT_BODY, 5, segment);
    segment.head.arrive = segment.head.open;
    for (const tare_pf_spent &spent : segment.spent)
      segment.head.arrive += spent.ticks;
    return segment;
  }

  void addBarrier(uint32_t ordinal) {
    std::vector<WrittenSegment> segments;
    uint64_t last = 0;
    for (uint64_t i = 0; i < size_; ++i) {
      segments.push_back(work(i, barrier, ordinal));
      last = std::max<uint64_t>(last, segments.back().head.arrive);
    }
    for (uint64_t i = 0; i < size_; ++i) {
      open_[i] = segments[i].head.leave = last + 1 + i % 3;
      tare_pf_cell &wait = writer_.threads[i].cell(barrier, TARE_SLOT_WAIT);
      wait.ticks += segments[i].head.leave - segments[i].head.arrive;
      wait.entries += 1;
      writer_.threads[i].logs[0].push_back(std::move(segments[i]));
    }
  }

  void addEnd() {
    uint64_t last = 0;
    std::vector<WrittenSegment> segments;
    for (uint64_t i = 0; i < size_; ++i) {
      segments.push_back(work(i, region, barriers));
      segments.back().head.flags |= TARE_SEG_LAST;
      last = std::max<uint64_t>(last, segments.back().head.arrive);
    }
    now_ = last + 2;
    for (uint64_t i = 0; i < size_; ++i) {
      uint64_t end = i == 0 ? now_ : segments[i].head.arrive;
      writer_.threads[i].team(region).inside += end - fork_;
      writer_.threads[i].state.last = end;
      if (i == 0) {
        segments[i].head.leave = now_;
        nameThePath(segments[i]);
        tare_pf_cell &wait = writer_.threads[i].cell(region, TARE_SLOT_WAIT);
        wait.ticks += now_ - segments[i].head.arrive;
        wait.entries += 1;
      }
      writer_.threads[i].logs[0].push_back(std::move(segments[i]));
    }
    tare_pf_team &team = writer_.threads[0].team(region);
    team.area += size_ * (now_ - fork_);
    team.span += now_ - fork_;
    team.instances += 1;
  }

  /// Behind all that took time, as the runtime leaves it.
  void nameThePath(WrittenSegment &last) const {
    if (paths_)
      last.spent.push_back(
          {0, static_cast<uint32_t>(1 + instance_ % paths_), TARE_SLOT_PATH, 0, 0});
  }

  ProfileWriter &writer_;
  uint64_t size_, paths_, instance_ = 0, fork_ = 0, now_ = lu2_start;
  std::vector<uint64_t> open_; // of each thread's segment
};

} // namespace

int main(int argc, char **argv) {
  if (argc != 4 && argc != 5) {
    std::fprintf(stderr, "usage: make_profile FILE THREADS MIB [PATHS]\n");
    return 2;
  }
  uint64_t threads = std::strtoull(argv[2], nullptr, 10);
  uint64_t bytes = std::strtoull(argv[3], nullptr, 10) << 20;
  uint64_t paths = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 0;
  ProfileWriter writer;
  writer.addModule(treeOf());
  writer.header.threads_asked = static_cast<uint32_t>(threads);
  if (paths)
    writer.paths = callPaths(paths);
  Team team(writer, threads, paths);
  while (writer.threads[0].logs[0].size() * bytes_a_segment < bytes)
    team.addRegion();
  writer.threads[0].state.last = team.now();
  writer.closeAt(team.now());
  Result<void> written = writeFileAtomic(argv[1], writer.bytes());
  if (!written.ok())
    std::fprintf(stderr, "make_profile: %s\n", written.error().text().c_str());
  return written.ok() ? 0 : 1;
}
