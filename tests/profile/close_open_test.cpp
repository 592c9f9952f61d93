// SPDX-License-Identifier: Apache-2.0
// A program that died inside regions: closed at its last sign of life, the books still close.
#include "profile/profile_file.h"

using namespace tare;
using namespace tare::testing;

namespace {

constexpr uint64_t start = lu2_start;

/// `count` threads that forked at 1000 and have just begun to work.
ProfileWriter inRegion(uint32_t count, uint32_t flags = 0) {
  ProfileWriter writer;
  writer.addModule(regionTree());
  for (uint32_t slot = 0; slot < count; ++slot) {
    WrittenThread &thread = writer.addThread();
    thread.enter(1, start + 1000, count, flags | (slot == 0 ? TARE_FRAME_MASTER : 0));
    thread.cell(1, TARE_SLOT_FORK).ticks = 2 + slot;
    thread.state.last = start + 1002 + slot;
    thread.state.current = ProfileWriter::cellAddress(slot, 2, TARE_SLOT_BODY);
  }
  writer.threads[0].state.serial_ticks = 1000;
  writer.dieAfter(start + 5000);
  return writer;
}

Ticks areaOf(const Profile &profile, uint32_t node) {
  Ticks area = 0;
  for (const ProfileThread &thread : profile.threads)
    area += thread.nodes[node].area;
  return area;
}

} // namespace

TEST_CASE("a killed program's open regions close exactly") {
  ProfileFile file;
  Profile profile = file.read(inRegion(2).bytes()).value();
  CHECK(profile.cut_off);
  CHECK(profile.cut_reason == "the program was killed, crashed or left by _exit");
  CHECK_FALSE(profile.log_complete);
  CHECK(profile.window == 5000);
  CHECK(profile.ticks_per_second == Approx(1e9)); // from the beat
  const ProfileNode &region = profile.threads[0].nodes[1];
  CHECK(region.area == 8000);
  CHECK(region.span == 4000);
  CHECK(region.instances == 1);
  CHECK(region.missing == 0);
  CHECK(region.surplus == 0);
  CHECK(profile.threads[1].nodes[1].instances == 0);
  CHECK(profile.threads[0].nodes[2].cells[Spent::Body].ticks == 3998);
  CHECK(profile.threads[1].nodes[2].cells[Spent::Body].ticks == 3997);
  // The initial thread is always in some state; a worker while it is inside.
  CHECK(statesOf(profile.threads[0]) == profile.window);
  CHECK(statesOf(profile.threads[1]) == profile.threads[1].nodes[1].inside);
  Ticks states = statesOf(profile.threads[0]) + statesOf(profile.threads[1]);
  CHECK(states == 1000 + areaOf(profile, 1));
}

TEST_CASE("a worker that had arrived waits for the rest") {
  ProfileWriter writer = inRegion(2);
  WrittenThread &worker = writer.threads[1];
  worker.state.depth = 0;
  worker.state.current = 0;
  worker.cell(2, TARE_SLOT_BODY).ticks = 6000 - 1003;
  worker.team(1).inside = 5000;
  worker.state.last = start + 6000; // later than the beat: the last sign of life
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.window == 6000);
  CHECK(areaOf(profile, 1) == 10000);
  CHECK(profile.threads[1].nodes[1].inside == 5000);
  CHECK(statesOf(profile.threads[1]) == 5000);
}

TEST_CASE("dead while the profile was being made: all was serial") {
  ProfileWriter writer;
  writer.addModule(regionTree());
  writer.addThread().state.last = start + 900; // the record is there, nothing was booked yet
  writer.header.threads_asked = 0;
  writer.dieAfter(start + 800);
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.cut_off);
  CHECK(profile.threads[0].serial_ticks == 900);
  CHECK(profile.window == 900);
}

TEST_CASE("a profile that the disk had no room for says so") {
  ProfileWriter writer = inRegion(2);
  writer.header.status |= TARE_STATUS_DISK_FULL;
  ProfileFile file;
  CHECK(file.read(writer.bytes()).value().cut_reason == "no space was left for the profile");
}

TEST_CASE("dead outside any region: the rest is serial") {
  ProfileWriter writer = inRegion(1);
  writer.threads[0].state.depth = 0;
  writer.threads[0].state.current = 0;
  writer.threads[0].cell(1, TARE_SLOT_FORK).ticks = 0;
  writer.threads[0].state.serial_ticks = 1002;
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.cut_off);
  CHECK(profile.threads[0].serial_ticks == 5000);
  CHECK(areaOf(profile, 1) == 0);
}

TEST_CASE("dead inside a statement of serial code: the rest is that statement's") {
  ProfileWriter writer = inRegion(1);
  writer.threads[0].state.depth = 0;
  writer.threads[0].state.current = ProfileWriter::cellAddress(0, 2, TARE_SLOT_SERIAL);
  writer.threads[0].cell(1, TARE_SLOT_FORK) = {.ticks = 0, .entries = 1};
  writer.threads[0].cell(2, TARE_SLOT_SERIAL).ticks = 2;
  writer.threads[0].state.serial_ticks = 1000;
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.threads[0].serial_ticks == 1000);
  CHECK(profile.threads[0].nodes[2].cells[Spent::Serial].ticks == 4000);
  CHECK(profile.threads[0].nodes[1].cells[Spent::Serial].entries == 0); // of a region: the fork
  CHECK(profile.threads[0].nodes[1].cells[Spent::Fork].entries == 1);
  CHECK(profile.threads[0].nodes[2].cells[Spent::Body].ticks == 0);
}

TEST_CASE("smaller, larger, opaque and nested teams keep their rules") {
  ProfileFile file;
  ProfileWriter small = inRegion(2), large = inRegion(2), opaque = inRegion(1, 1);
  small.header.threads_asked = 4;
  Profile profile = file.read(small.bytes()).value();
  CHECK(profile.threads[0].nodes[1].missing == 2 * 4000);
  CHECK(profile.threads[0].nodes[1].area == 2 * 4000);
  large.header.threads_asked = 1;
  profile = file.read(large.bytes()).value();
  CHECK(profile.threads[0].nodes[1].surplus == 4000);
  opaque.header.threads_asked = 3; // all that were asked for count as busy in it
  profile = file.read(opaque.bytes()).value();
  CHECK(profile.threads[0].nodes[1].area == 3 * 4000);
  CHECK(profile.threads[0].nodes[1].missing == 0);

  opaque.threads[0].state.frames[0].depth = 1; // inside another one: its own thread only
  profile = file.read(opaque.bytes()).value();
  CHECK(profile.threads[0].nodes[1].area == 4000);
  CHECK(profile.threads[0].nodes[1].surplus == 0);

  ProfileWriter nested = inRegion(2);
  nested.threads[0].enter(2, start + 2000, 3, TARE_FRAME_MASTER);
  nested.threads[0].cell(2, TARE_SLOT_BODY).ticks = 998;
  nested.threads[0].state.last = start + 2000;
  profile = file.read(nested.bytes()).value();
  CHECK(profile.threads[0].nodes[2].area == 3 * 3000);
  CHECK(profile.threads[0].nodes[2].surplus == 2 * 3000);
  CHECK(profile.threads[0].nodes[2].missing == 0);
  CHECK(profile.threads[0].nodes[1].span == 4000);
  CHECK(statesOf(profile.threads[0]) == profile.window);
}

TEST_CASE("exit inside a region is closed at the stop") {
  ProfileWriter writer = inRegion(2);
  writer.closeAt(start + 4500);
  writer.header.status |= TARE_STATUS_LATE_CLOSE;
  ProfileFile file;
  std::string bytes = writer.bytes();
  // The other thread went on after the checksum was taken: it says nothing then.
  uint64_t wrong = 1;
  bytes.replace(offsetof(tare_pf_header, body_checksum), 8, reinterpret_cast<char *>(&wrong), 8);
  Profile profile = file.read(bytes).value();
  CHECK(profile.cut_off);
  CHECK(profile.cut_reason == "the program ended inside a parallel region");
  CHECK(profile.window == 4500);
  CHECK(areaOf(profile, 1) == 7000);
  CHECK(statesOf(profile.threads[0]) == profile.window);
}

TEST_CASE("a thread that went on after the stop moves the end of the window") {
  ProfileWriter writer = inRegion(2);
  writer.closeAt(start + 4500);
  writer.header.status |= TARE_STATUS_LATE_CLOSE;
  writer.threads[1].cell(2, TARE_SLOT_BODY).ticks = 4600 - 1003;
  writer.threads[1].state.last = start + 4600;
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.window == 4600);
  CHECK(statesOf(profile.threads[0]) == 4600);
  CHECK(statesOf(profile.threads[1]) == 3600);
}

TEST_CASE("a transition that was torn by the kill is not counted twice") {
  ProfileWriter writer = inRegion(2);
  // The interval up to 3000 was added to the loop's body already; `last` is still its start.
  writer.threads[0].cell(2, TARE_SLOT_BODY).ticks = 3000 - 1002;
  writer.threads[1].cell(2, TARE_SLOT_BODY).ticks = 3000 - 1003;
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(statesOf(profile.threads[0]) == profile.window);
  CHECK(profile.threads[0].nodes[2].cells[Spent::Body].ticks == 3998);
  CHECK(profile.threads[1].nodes[2].cells[Spent::Body].ticks == 3997);
}

TEST_CASE("a worker killed on its way into a region keeps its way from the fork") {
  ProfileWriter writer = inRegion(2);
  writer.threads[1].cell(1, TARE_SLOT_FORK).ticks = 0; // was to be added next
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.threads[1].nodes[1].cells[Spent::Fork].ticks == 3);
  CHECK(statesOf(profile.threads[1]) == profile.threads[1].nodes[1].inside);
}

TEST_CASE("a worker that forked regions itself keeps its way into the next one, too") {
  ProfileFile file;
  for (bool is_inside : {false, true}) { // of another region that it forks
    ProfileWriter writer = inRegion(2);
    WrittenThread &worker = writer.threads[1];
    worker.cell(1, TARE_SLOT_FORK).ticks = 0;
    worker.team(2).inside = worker.team(2).span = 500; // of regions inside of an earlier one
    worker.team(2).area = 1000;
    worker.team(2).surplus = 500;
    worker.team(2).instances = 1;
    worker.team(1).inside = 600;
    worker.cell(2, TARE_SLOT_BODY).ticks = 600;
    if (is_inside) {
      worker.enter(2, start + 1003, 2, TARE_FRAME_MASTER);
      worker.state.last = start + 1003;
    }
    Profile profile = file.read(writer.bytes()).value();
    CHECK(profile.threads[1].nodes[1].cells[Spent::Fork].ticks == 3);
    CHECK(statesOf(profile.threads[1]) == profile.threads[1].nodes[1].inside);
  }
}

TEST_CASE("a worker killed on its way out of a region has arrived") {
  ProfileFile file;
  for (uint64_t inside : {uint64_t(0), uint64_t(1000)}) { // before and after that was added
    ProfileWriter writer = inRegion(2);
    WrittenThread &worker = writer.threads[1];
    worker.state.current = 0; // but its frame is still there
    worker.state.last = start + 2000;
    worker.cell(2, TARE_SLOT_BODY).ticks = 2000 - 1003;
    worker.team(1).inside = inside;
    Profile profile = file.read(writer.bytes()).value();
    CHECK(profile.threads[1].nodes[1].inside == 1000);
    CHECK(statesOf(profile.threads[1]) == 1000);
    CHECK(areaOf(profile, 1) == 8000);
  }
}

TEST_CASE("time of a thread between two states goes to its innermost region") {
  ProfileFile file;
  ProfileWriter nowhere = inRegion(2), foreign = inRegion(2);
  nowhere.threads[1].state.current = 1234;
  foreign.threads[1].state.current = ProfileWriter::cellAddress(0, 2, TARE_SLOT_BODY); // thread 0's
  for (const ProfileWriter *writer : {&nowhere, &foreign}) {
    Profile profile = file.read(writer->bytes()).value();
    CHECK(profile.threads[1].nodes[1].cells[Spent::Body].ticks == 3997);
  }
}

TEST_CASE("frames that cannot be are refused") {
  ProfileFile file;
  ProfileWriter deep = inRegion(1), node = inRegion(1), early = inRegion(1), late = inRegion(1),
                team = inRegion(1);
  deep.threads[0].state.depth = 9;
  node.threads[0].state.frames[0].node = 77;
  early.threads[0].state.frames[0].fork_tick = start - 1;
  CHECK(file.errorOf(deep.bytes()) ==
        "corrupted: block 2 says that its thread is inside 9 regions");
  CHECK(file.errorOf(node.bytes()) == "corrupted: thread 4242 is inside a region that cannot be");
  CHECK(file.errorOf(early.bytes()) == "corrupted: thread 4242 is inside a region that cannot be");
  late.threads[0].state.frames[0].fork_tick = start + 5003; // killed before `last` followed it
  CHECK(file.read(late.bytes()).value().window == 5003);
  team.threads[0].state.frames[0].team_size = 0; // killed between the fork and the team's start
  CHECK(file.read(team.bytes()).value().threads[0].nodes[1].area == 2 * 4000);
}

TEST_CASE("blocks that were never filled belong to no one") {
  ProfileWriter writer = inRegion(2);
  std::string bytes = writer.bytes();
  size_t thread_block = bytes.size() - 4 * TARE_PF_PAGE; // THREAD, CELLS, LOG, LOG of the last one
  for (size_t at = thread_block; at < bytes.size(); at += TARE_PF_PAGE)
    bytes.replace(at + offsetof(tare_pf_block, used), 8, 8, '\0');
  ProfileFile file;
  Result<Profile> profile = file.read(bytes);
  // Its logs speak of a thread that was not there yet; that is all the file can say.
  CHECK((!profile.ok() || profile.value().threads.size() == 1));
  bytes.resize(thread_block);
  uint64_t end = thread_block;
  bytes.replace(offsetof(tare_pf_header, blocks_end), 8, reinterpret_cast<char *>(&end), 8);
  CHECK(file.read(bytes).value().threads.size() == 1);
}

TEST_CASE("without a second clock reading the rate is unknown") {
  ProfileWriter writer = inRegion(1);
  writer.header.beat_tick = writer.header.beat_ns = 0;
  ProfileFile file;
  CHECK(file.errorOf(writer.bytes()) == "the program ended before the rate of its clock was known");
  writer.header.clock = TARE_CLOCK_MONOTONIC_NS;
  CHECK(file.read(writer.bytes()).value().ticks_per_second == 1e9);
}
