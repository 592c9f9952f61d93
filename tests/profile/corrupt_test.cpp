// SPDX-License-Identifier: Apache-2.0
// Hostile and damaged files: never a crash, never a Profile that its users could trip over.
#include "analyzer/profile/image.h"
#include "little_memory.h"
#include "profile/profile_file.h"

#include <cstring>
#include <random>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

/// As lu2Profile, but it died while both threads were at work.
ProfileWriter diedInRegion() {
  ProfileWriter writer = lu2Profile();
  for (uint32_t slot = 0; slot < 2; ++slot) {
    tare_pf_thread &state = writer.threads[slot].state;
    writer.threads[slot].enter(1, lu2_start + 37620, 2, slot == 0 ? TARE_FRAME_MASTER : 0);
    state.current = ProfileWriter::cellAddress(slot, 2, TARE_SLOT_BODY);
    state.last = lu2_start + 37630;
  }
  writer.dieAfter(lu2_start + 40000);
  return writer;
}

/// Offset in the file of the n-th block of a kind.
size_t blockOffset(const std::string &bytes, uint32_t kind, int n) {
  for (size_t at = TARE_PF_PAGE; at < bytes.size();) {
    tare_pf_block head;
    std::memcpy(&head, bytes.data() + at, sizeof head);
    if (head.kind == kind && n-- == 0)
      return at;
    at += head.size;
  }
  throw std::logic_error("no such block");
}

template <class Field> void poke(std::string &bytes, size_t offset, Field value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
  reseal(bytes);
}

/// Reads; true when the result is an error or a sound profile.
bool survives(ProfileFile &file, const std::string &bytes) {
  Result<Profile> profile = file.read(bytes);
  return !profile.ok() || isSound(profile.value());
}

} // namespace

TEST_CASE("a file cut anywhere is an error or marked as cut off") {
  ProfileFile file;
  for (const std::string &bytes : {lu2Profile().bytes(), diedInRegion().bytes()}) {
    size_t silent = 0;
    for (size_t size = 0; size < bytes.size(); size += 64) {
      Result<Profile> profile = file.read(bytes.substr(0, size));
      silent += profile.ok() && !profile.value().cut_off;
    }
    CHECK(silent == 0);
    CHECK(file.read(bytes).ok());
  }
}

TEST_CASE("flipped bytes are noticed when the profile was closed") {
  ProfileFile file;
  const std::string whole = lu2Profile().bytes();
  std::mt19937 random(1);
  size_t unsound = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = whole;
    bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
    unsound += !survives(file, bytes);
  }
  CHECK(unsound == 0);
}

TEST_CASE("every flipped bit of a closed profile's header is refused, by one message") {
  for (const ProfileWriter &writer : {lu2Profile(), leftOutProfile()}) {
    const std::string whole = writer.bytes();
    REQUIRE(readImage(whole).ok());
    size_t accepted = 0, wordless = 0;
    for (size_t bit = 0; bit < sizeof(tare_pf_header) * 8; ++bit) {
      std::string bytes = whole;
      bytes[bit / 8] ^= static_cast<char>(1 << bit % 8);
      Result<ProfileImage> image = readImage(bytes);
      accepted += image.ok();
      wordless += !image.ok() && image.error().text().empty();
    }
    CHECK(accepted == 0);
    CHECK(wordless == 0);
  }
}

TEST_CASE("a flipped live field of the header is told as what it is") {
  ProfileFile file;
  for (size_t field : {offsetof(tare_pf_header, beat_tick), offsetof(tare_pf_header, stop_ns),
                       offsetof(tare_pf_header, regions), offsetof(tare_pf_header, status),
                       offsetof(tare_pf_header, other_cpu_ms), offsetof(tare_pf_header, unused),
                       offsetof(tare_pf_header, closing_checksum)}) {
    std::string bytes = lu2Profile().bytes();
    bytes[field] ^= 1;
    CHECK(file.errorOf(bytes) == "corrupted: the checksum of the closed header does not fit");
  }
}

TEST_CASE("a profile that nobody closed has no checksum of its live header") {
  ProfileFile file;
  std::string bytes = diedInRegion().bytes();
  CHECK(recordAt<tare_pf_header>(bytes, 0).closing_checksum == 0);
  bytes[offsetof(tare_pf_header, regions)] ^= 1;
  Result<Profile> profile = file.read(bytes);
  REQUIRE(profile.ok());
  CHECK(profile.value().cut_off);
}

TEST_CASE("flipped bytes under right checksums do no harm") {
  ProfileFile file;
  const std::string wholes[] = {lu2Profile().bytes(), diedInRegion().bytes(),
                                leftOutProfile().bytes()};
  std::mt19937 random(2);
  size_t unsound = 0, read = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = wholes[round % 3];
    for (int flips = 0; flips < 1 + round % 3; ++flips) {
      // In the first 1 KiB of a page: most of the rest is padding.
      size_t at = random() % (bytes.size() / 4096) * 4096 + random() % 1024;
      bytes[at] ^= static_cast<char>(1 + random() % 255);
    }
    reseal(bytes);
    unsound += !survives(file, bytes);
    read += readProfile(file.path()).ok();
  }
  CHECK(unsound == 0);
  CHECK(read > 100); // else the parser behind the checksums was not reached
}

TEST_CASE("every changed byte of what was measured breaks the body's checksum") {
  ProfileFile file;
  std::string bytes = lu2Profile().bytes();
  bytes[blockOffset(bytes, TARE_BLOCK_CELLS, 0) + sizeof(tare_pf_block) + sizeof(tare_pf_node)] ^=
      1;
  CHECK(file.errorOf(bytes) == "corrupted: the checksum of what was measured does not fit");
}

TEST_CASE("huge counts allocate nothing") {
  const std::string whole = lu2Profile().bytes();
  ProfileFile file;
  size_t module = blockOffset(whole, TARE_BLOCK_MODULE, 0);
  size_t log = blockOffset(whole, TARE_BLOCK_LOG, 0);
  struct Case {
    size_t offset;
    uint64_t value;
    int bytes;
    const char *message;
  };
  constexpr size_t head = sizeof(tare_pf_block);
  const Case cases[] = {
      {module + offsetof(tare_pf_block, size), uint64_t(1) << 60, 8, "truncated: block 1 needs"},
      {module + offsetof(tare_pf_block, capacity), ~uint64_t(0), 8, "more than its size"},
      {module + offsetof(tare_pf_block, used), ~uint64_t(0), 8, "more than its size"},
      {module + head + offsetof(tare_pf_module, node_count), 0xffffffff, 4, "its table has 3"},
      {module + head + offsetof(tare_pf_module, first_node), 0xfffffff0, 4, "nodes end at"},
      {module + head + offsetof(tare_pf_module, first_node), 100000, 4, "3 nodes end at 100003"},
      {module + head + offsetof(tare_pf_module, table_length), ~uint64_t(0), 8, "too small"},
      {log + head + offsetof(tare_pf_segment, spent_count), 0xffffffff, 4, "4294967295 records"},
      {offsetof(tare_pf_header, blocks_end), uint64_t(1) << 62, 8, "truncated"},
      {offsetof(tare_pf_header, level_regions), 64, 4, "sampling level"},
      {offsetof(tare_pf_header, budget_ppm), 1000001, 4, "1000001 millionths"},
      {offsetof(tare_pf_header, threads_asked), 0xffffffff, 4, "no error"}};
  for (const Case &c : cases) {
    std::string bytes = whole;
    if (c.bytes == 4)
      poke(bytes, c.offset, static_cast<uint32_t>(c.value));
    else
      poke(bytes, c.offset, c.value);
    CHECK_THAT(file.errorOf(bytes), Contains(c.message));
  }
}

TEST_CASE("threads without cells take no more memory than there is file") {
  ProfileFile file;
  ProfileWriter writer;
  NodeTree tree = regionTree();
  tree.nodes.resize(4000, tree.nodes[0]);
  writer.addModule(tree);
  writer.closeAt(lu2_start + 1000);
  std::string bytes = writer.bytes();
  writer.addThread();
  std::string more = writer.bytes();
  std::string thread = more.substr(blockOffset(more, TARE_BLOCK_THREAD, 0), TARE_PF_PAGE);
  for (uint32_t slot = 0; slot < 300; ++slot) {
    std::memcpy(thread.data() + offsetof(tare_pf_block, thread), &slot, sizeof slot);
    bytes += thread;
  }
  poke(bytes, offsetof(tare_pf_header, blocks_end), uint64_t(bytes.size()));
  CHECK_THAT(file.errorOf(bytes), Contains("4000 nodes end at 4000"));
}

TEST_CASE("no word of a module's head makes a small file take much memory") {
  ProfileFile file;
  ProfileWriter writer;
  NodeTree tree = regionTree();
  tree.nodes.resize(60, tree.nodes[0]);
  for (int module = 0; module < 3; ++module)
    writer.addModule(tree);
  for (int thread = 0; thread < 2; ++thread)
    writer.addThread();
  writer.threads[0].state.serial_ticks = 1000;
  writer.threads[0].state.last = writer.threads[1].state.last = lu2_start + 1000;
  writer.closeAt(lu2_start + 1000);
  const std::string whole = writer.bytes();
  REQUIRE(whole.size() > (size_t(100) << 10));
  REQUIRE(whole.size() < (size_t(300) << 10));
  REQUIRE(file.read(whole).ok());
  size_t head = blockOffset(whole, TARE_BLOCK_MODULE, 1) + sizeof(tare_pf_block);
  for (size_t field = 0; field < sizeof(tare_pf_module); field += 4)
    for (uint32_t value : {0x100u, 0x10000u, 0xfffffu, 0x1000000u, 0xfffffffu, 0xffffffffu}) {
      std::string bytes = whole;
      poke(bytes, head + field, value);
      INFO("byte " << field << " of the head: " << value);
      CHECK(fitsInto(4, [&] { return survives(file, bytes); }));
    }
}

TEST_CASE("ticks that would overflow a sum are refused") {
  ProfileFile file;
  ProfileWriter cell = lu2Profile(), area = lu2Profile(), sum = diedInRegion(), far = lu2Profile();
  cell.threads[0].cell(2, TARE_SLOT_BODY).ticks = ~uint64_t(0);
  CHECK_THAT(file.errorOf(cell.bytes()), Contains("more ticks than any run can have"));
  area.threads[0].team(1).area = uint64_t(1) << 62;
  CHECK_THAT(file.errorOf(area.bytes()), Contains("more ticks than any run can have"));
  for (uint32_t slot = 0; slot < 2; ++slot)
    sum.threads[slot].cell(2, TARE_SLOT_BODY).ticks = (uint64_t(1) << 61) - 100000;
  CHECK_THAT(file.errorOf(sum.bytes()), Contains("more ticks than any run can have"));
  far.header.stop_tick = ~uint64_t(0);
  far.header.clock = TARE_CLOCK_MONOTONIC_NS;
  CHECK_THAT(file.errorOf(far.bytes()), Contains("the window's end"));
}

TEST_CASE("a thread cannot have spent more than the window") {
  ProfileFile file;
  ProfileWriter writer = lu2Profile();
  writer.threads[0].state.serial_ticks += 1;
  CHECK_THAT(file.errorOf(writer.bytes()), Contains("spent 37631 ticks in a window of 37630"));
  writer.threads[0].state.lives = 2; // the second's fork may have begun in the first one's time
  CHECK(file.read(writer.bytes()).ok());
}

TEST_CASE("blocks that contradict each other are refused") {
  ProfileFile file;
  const std::string whole = lu2Profile().bytes();
  auto changed = [&](uint32_t kind, int n, size_t field, uint32_t value) {
    std::string bytes = whole;
    poke(bytes, blockOffset(bytes, kind, n) + field, value);
    return file.errorOf(bytes);
  };
  constexpr size_t kind = offsetof(tare_pf_block, kind), thread = offsetof(tare_pf_block, thread),
                   module = offsetof(tare_pf_block, module);
  CHECK_THAT(changed(TARE_BLOCK_CELLS, 0, kind, 9), Contains("unknown kind 9"));
  CHECK_THAT(changed(TARE_BLOCK_CELLS, 0, module, 9), Contains("does not describe"));
  CHECK_THAT(changed(TARE_BLOCK_CELLS, 1, thread, 0), Contains("cells for the second time"));
  CHECK_THAT(changed(TARE_BLOCK_THREAD, 1, thread, 0), Contains("a thread for the second time"));
  CHECK_THAT(changed(TARE_BLOCK_LOG, 2, thread, 0), Contains("third log"));
  CHECK_THAT(changed(TARE_BLOCK_LOG, 2, thread, 5), Contains("does not describe"));
  std::string table = whole;
  poke(table, blockOffset(table, TARE_BLOCK_MODULE, 0) + 64 + 32 + 3, uint32_t(0));
  CHECK_THAT(file.errorOf(table), Contains("does not fit its hash"));
}
