// SPDX-License-Identifier: Apache-2.0
#include "profile/profile_writer.h"

#include "base/text.h"
#include "directive.h"
#include "instrumenter/nodes/node_table.h"
#include "runtime/profile_checksum.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace tare::testing {

namespace {

constexpr uint64_t mapping = 0x700000000000;

template <class Record> std::string_view bytesOf(const Record &record) {
  return {reinterpret_cast<const char *>(&record), sizeof record};
}

uint64_t toPage(uint64_t size) { return (size + TARE_PF_PAGE - 1) / TARE_PF_PAGE * TARE_PF_PAGE; }

void appendBlock(std::string &file, uint32_t kind, uint32_t thread, uint32_t module,
                 uint64_t address, const std::string &payload) {
  tare_pf_block head = {};
  head.magic = TARE_PF_BLOCK_MAGIC;
  head.kind = kind;
  head.size = toPage(sizeof head + payload.size());
  head.capacity = kind == TARE_BLOCK_LOG ? head.size - sizeof head : payload.size();
  head.thread = thread;
  head.module = module;
  head.address = address;
  head.used = payload.size();
  file += bytesOf(head);
  file += payload;
  file.resize(toPage(file.size()));
}

std::string logPayload(const std::vector<WrittenSegment> &log) {
  std::string payload;
  for (WrittenSegment segment : log) {
    segment.head.spent_count = static_cast<uint32_t>(segment.spent.size());
    payload += bytesOf(segment.head);
    for (const tare_pf_spent &spent : segment.spent)
      payload += bytesOf(spent);
  }
  return payload;
}

template <class Field> void store(std::string &file, size_t offset, Field value) {
  std::memcpy(file.data() + offset, &value, sizeof value);
}

Node makeNode(NodeKind kind, int parent, int line, const std::string &directive) {
  Node node;
  node.id = {"lu2.c", "work", kindName(kind), 0};
  node.kind = kind;
  node.parent = parent;
  node.place = {"lu2.c", line, 1, line + 5};
  test::setDirective(node, directive);
  node.treatment = isOpenMP(kind) ? Treatment::Measured : Treatment::None;
  return node;
}

WrittenSegment regionSegment(uint64_t arrive, uint64_t leave, uint16_t flags, uint16_t number) {
  WrittenSegment segment;
  segment.head.instance = 1;
  segment.head.open = lu2_start + 1000;
  segment.head.arrive = lu2_start + arrive;
  segment.head.leave = leave ? lu2_start + leave : 0;
  segment.head.region_node = segment.head.barrier_node = 1;
  segment.head.flags = static_cast<uint16_t>(flags | TARE_SEG_LAST);
  segment.head.team_size = 2;
  segment.head.thread_num = number;
  return segment;
}

/// A thread that started `start` after the fork and worked until it arrived.
void fillWorker(WrittenThread &thread, uint64_t start, uint64_t arrive, uint16_t number) {
  thread.cell(1, TARE_SLOT_FORK) = {start - 1000, 1, 0, 0, 0, 0, 0};
  thread.cell(1, TARE_SLOT_BODY) = {0, 1, 0, 0, 0, 0, 0};
  thread.cell(2, TARE_SLOT_BODY) = {arrive - start, 1, 500, 0, 0, 0, 0};
  thread.team(1).inside = arrive - 1000;
  thread.state.last = lu2_start + arrive;
  thread.state.segments = 1;
  WrittenSegment segment = regionSegment(arrive, 0, 0, number);
  segment.spent = {{start - 1000, 1, TARE_SLOT_FORK, 0, 1},
                   {arrive - start, 2, TARE_SLOT_BODY, 500, 1},
                   {0, 1, TARE_SLOT_BODY, 0, 1}};
  thread.logs[0].push_back(segment);
}

} // namespace

tare_pf_frame &WrittenThread::enter(uint32_t node, uint64_t fork_tick, uint32_t team_size,
                                    uint32_t flags) {
  tare_pf_frame &frame = state.frames[state.depth];
  frame = {1, fork_tick, node, team_size, 0, 0, flags, state.depth};
  state.depth += 1;
  return frame;
}

ProfileWriter::ProfileWriter() {
  std::memcpy(header.magic, TARE_PF_MAGIC, sizeof header.magic);
  header.major = TARE_PF_MAJOR;
  header.minor = TARE_PF_MINOR;
  header.header_size = sizeof header;
  header.clock = TARE_CLOCK_TSC;
  header.pid = 4242;
  header.start_tick = header.start_ns = lu2_start;
  header.cores_online = header.cores_allowed = 2;
  header.mpi_rank = -1;
  std::strcpy(header.openmp_runtime, "libgomp");
  std::strcpy(header.program, "./lu2");
  header.threads_asked = 2;
  header.regions = 1;
}

void ProfileWriter::closeAt(uint64_t stop_tick) {
  header.stop_tick = header.stop_ns = stop_tick;
  header.beat_tick = header.beat_ns = header.start_tick;
  header.status |= TARE_STATUS_CLOSED;
}

void ProfileWriter::dieAfter(uint64_t beat_tick) {
  header.beat_tick = header.beat_ns = beat_tick;
  header.stop_tick = header.stop_ns = 0;
  header.status &= ~uint32_t(TARE_STATUS_CLOSED);
}

uint32_t ProfileWriter::addModule(const NodeTree &tree) {
  if (!threads.empty())
    throw std::logic_error("modules come before threads");
  Module module = {{}, writeNodeTable(tree)};
  module.head.first_node = header.node_count;
  module.head.node_count = static_cast<uint32_t>(tree.nodes.size());
  module.head.table_hash = hashBytes(module.table);
  module.head.table_length = module.table.size();
  modules_.push_back(module);
  header.modules += 1;
  header.node_count += module.head.node_count;
  return module.head.first_node;
}

WrittenThread &ProfileWriter::addThread() {
  WrittenThread &thread = threads.emplace_back();
  thread.state.tid = 4242 + header.thread_slots;
  thread.state.initial = header.thread_slots == 0;
  thread.state.lives = 1;
  thread.nodes.resize(header.node_count);
  header.thread_slots += 1;
  return thread;
}

uint64_t ProfileWriter::cellAddress(uint32_t thread, uint32_t node, uint32_t slot) {
  return mapping + (uint64_t(thread) << 32) + uint64_t(node) * sizeof(tare_pf_node) +
         slot * sizeof(tare_pf_cell);
}

void ProfileWriter::appendThread(std::string &file, uint32_t slot) const {
  const WrittenThread &thread = threads[slot];
  appendBlock(file, TARE_BLOCK_THREAD, slot, 0, 0, std::string(bytesOf(thread.state)));
  for (uint32_t m = 0; m < modules_.size(); ++m) {
    const tare_pf_module &module = modules_[m].head;
    std::string cells;
    for (uint32_t i = 0; i < module.node_count; ++i)
      cells += bytesOf(thread.nodes[module.first_node + i]);
    appendBlock(file, TARE_BLOCK_CELLS, slot, m, cellAddress(slot, module.first_node, 0), cells);
  }
  for (const auto &log : thread.logs)
    appendBlock(file, TARE_BLOCK_LOG, slot, 0, 0, logPayload(log));
  std::string samples;
  for (const tare_pf_sample &sample : thread.samples)
    samples += bytesOf(sample);
  if (!samples.empty())
    appendBlock(file, TARE_BLOCK_SAMPLES, slot, 0, 0, samples);
  std::string events;
  for (const tare_pf_event &event : thread.events)
    events += bytesOf(event);
  if (!events.empty())
    appendBlock(file, TARE_BLOCK_EVENTS, slot, 0, 0, events);
}

std::string ProfileWriter::bytes() const {
  std::string file(bytesOf(header));
  file.resize(TARE_PF_PAGE);
  for (uint32_t m = 0; m < modules_.size(); ++m)
    appendBlock(file, TARE_BLOCK_MODULE, 0, m, 0,
                std::string(bytesOf(modules_[m].head)) + modules_[m].table);
  for (uint32_t slot = 0; slot < threads.size(); ++slot)
    appendThread(file, slot);
  if (!paths.empty())
    appendBlock(file, TARE_BLOCK_PATHS, 0, 0, 0, paths);
  store(file, offsetof(tare_pf_header, blocks_end), uint64_t(file.size()));
  reseal(file);
  return file;
}

void reseal(std::string &file) {
  std::string_view view = file;
  uint64_t body = TARE_PF_SUM_START;
  for (size_t at = TARE_PF_PAGE; at + sizeof(tare_pf_block) <= file.size();) {
    tare_pf_block head;
    std::memcpy(&head, file.data() + at, sizeof head);
    store(file, at + offsetof(tare_pf_block, checksum),
          hashBytes(view.substr(at, offsetof(tare_pf_block, checksum))));
    std::string_view payload = view.substr(at + sizeof head, head.used);
    body = tare_pf_sum(payload.data(), payload.size(), body);
    if (head.size < TARE_PF_PAGE || head.size > file.size() - at)
      break;
    at += head.size;
  }
  store(file, offsetof(tare_pf_header, body_checksum), body);
  constexpr size_t fixed = offsetof(tare_pf_header, pid),
                   live = offsetof(tare_pf_header, beat_tick);
  uint64_t head = hashBytes(view.substr(0, offsetof(tare_pf_header, head_checksum)));
  store(file, offsetof(tare_pf_header, head_checksum),
        hashBytes(view.substr(fixed, live - fixed), head));
  tare_pf_header header;
  std::memcpy(&header, file.data(), sizeof header);
  constexpr uint32_t end = TARE_STATUS_CLOSED | TARE_STATUS_LATE_CLOSE;
  bool has_sum = (header.status & end) == TARE_STATUS_CLOSED &&
                 header.header_size >= sizeof header && header.header_size <= TARE_PF_PAGE;
  store(file, offsetof(tare_pf_header, closing_checksum),
        has_sum ? tare_pf_header_sum(file.data(), header.header_size) : 0);
}

NodeTree regionTree() {
  NodeTree tree;
  tree.unit = "lu2.c";
  tree.compiler = "gcc";
  tree.nodes = {makeNode(NodeKind::Function, -1, 1, ""),
                makeNode(NodeKind::Parallel, 0, 3, "parallel for schedule(static)"),
                makeNode(NodeKind::For, 1, 3, "for schedule(static)")};
  tree.nodes[2].counted_iterations = true;
  return tree;
}

// S 10 ms; starts .02/.06, arrivals 122.02/366.06, join 366.10 after 10 ms; then .2 ms serial.
ProfileWriter lu2Profile() {
  ProfileWriter writer;
  writer.addModule(regionTree());
  WrittenThread &master = writer.addThread();
  WrittenThread &worker = writer.addThread();
  fillWorker(master, 1002, 13202, 0);
  fillWorker(worker, 1006, 37606, 1);
  master.cell(1, TARE_SLOT_WAIT) = {37610 - 13202, 1, 0, 0, 0, 0, 0};
  master.team(1) = {2 * 36610, 36610, 36610, 0, 0, 1};
  std::vector<tare_pf_spent> spent = master.logs[0][0].spent;
  master.logs[0][0] = regionSegment(13202, 37610, TARE_SEG_MASTER, 0);
  master.logs[0][0].spent = spent;
  master.state.serial_ticks = 1000 + 20;
  master.state.last = lu2_start + 37630;
  writer.closeAt(lu2_start + 37630);
  return writer;
}

ProfileWriter leftOutProfile() {
  ProfileWriter writer = lu2Profile();
  WrittenThread &master = writer.threads[0];
  writer.header.budget_ppm = 20000;
  master.cell(1, TARE_SLOT_ASLEEP) = {600, 3, 0, 0, 0, 0, 0};
  master.state.serial_ticks -= 600;
  master.logs[0][0].spent.push_back({450, 1, TARE_SLOT_STANDS_FOR, 2, 0});
  return writer;
}

} // namespace tare::testing
