// SPDX-License-Identifier: Apache-2.0
// The log: every sentence closes in itself, and all threads keep the same sample.
#include "analyzer/profile/log.h"
#include "profile/profile_file.h"

#include <functional>
#include <set>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

/// One thread, many regions with three barriers each, in sentences of one tick.
ProfileWriter manySegments(uint64_t instances) {
  ProfileWriter writer = lu2Profile();
  for (WrittenThread &thread : writer.threads) {
    WrittenSegment segment = thread.logs[0][0];
    segment.spent = {{1, 2, TARE_SLOT_BODY, 1, 1}};
    thread.logs[0].clear();
    for (uint64_t i = 1; i <= instances; ++i) {
      for (uint32_t ordinal = 0; ordinal < 4; ++ordinal) {
        segment.head.instance = i;
        segment.head.ordinal = ordinal;
        segment.head.open = lu2_start + 1000 + i;
        segment.head.arrive = segment.head.open + 1;
        segment.head.leave = 0;
        segment.head.flags = ordinal == 3 ? TARE_SEG_LAST : 0;
        thread.logs[0].push_back(segment);
      }
    }
  }
  return writer;
}

std::string errorWith(const std::function<void(WrittenSegment &)> &change) {
  ProfileFile file;
  ProfileWriter writer = lu2Profile();
  change(writer.threads[1].logs[0][0]);
  return file.errorOf(writer.bytes());
}

} // namespace

TEST_CASE("a sentence that does not close is refused") {
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.spent[0].ticks -= 1; }),
             Contains("leaves 1 ticks unexplained"));
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.spent[0].ticks += 1; }),
             Contains("spent more than its time"));
  CHECK_THAT(errorWith([](WrittenSegment &s) {
               s.spent[0].ticks += uint64_t(1) << 63; // sums to the right value modulo 2^64
               s.spent.push_back({uint64_t(1) << 63, 1, 0, 0, 0});
             }),
             Contains("spent more than its time"));
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.head.leave = s.head.arrive - 1; }),
             Contains("times out of order"));
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.head.open = 5; }), Contains("times out of order"));
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.head.leave = lu2_start + 37631; }),
             Contains("times out of order"));
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.head.barrier_node = 3; }),
             Contains("a node that does not exist"));
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.spent[1].node = 3; }),
             Contains("a node or slot that does not exist"));
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.spent[1].slot = TARE_SLOT_LIMIT; }),
             Contains("a node or slot that does not exist"));
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.head.thread_num = 2; }),
             Contains("a team that cannot be"));
}

TEST_CASE("set-up time without a node counts for its region") {
  ProfileWriter writer = lu2Profile();
  tare_pf_spent &spent = writer.threads[1].logs[0][0].spent[0];
  spent.slot = TARE_SLOT_PROBE;
  spent.node = TARE_PF_NO_NODE;
  spent.entries = 0;
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.threads[1].log[0].spent[0].node == 1);
}

TEST_CASE("a record says how often its slot was entered") {
  ProfileWriter writer = lu2Profile();
  tare_pf_spent &spent = writer.threads[1].logs[0][0].spent[1];
  spent.entries = 513;
  spent.units = 65535;
  std::string raw(reinterpret_cast<const char *>(&spent) + 8, 8);
  CHECK(raw == std::string("\x02\0\0\0\xff\xff\x01\x02", 8));
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  const SpentList &read = profile.threads[1].log[0].spent;
  CHECK(read[1].entries == 513);
  CHECK(read[1].units == 65535);
  CHECK(read[2].ticks == 0); // the region's own body, entered and left at once
  CHECK(read[2].entries == 1);
  CHECK(profile.threads[0].log[0].spent[0].entries == 1);
}

TEST_CASE("node and slot share a word") {
  tare_pf_spent spent = {};
  spent.node = TARE_PF_NO_NODE;
  spent.slot = TARE_SLOT_NESTED;
  std::string raw(reinterpret_cast<const char *>(&spent) + 8, 4);
  CHECK(raw == "\xff\xff\xff\x5f");
}

TEST_CASE("how long a worker waited for a core before it began") {
  auto late = [](tare_pf_spent record) {
    return [record](WrittenSegment &s) { s.spent.push_back(record); };
  };
  ProfileWriter writer = lu2Profile();
  WrittenSegment &first = writer.threads[1].logs[0][0];
  uint32_t region = first.head.region_node;
  late({1, region, TARE_SLOT_LATE, 0, 0})(first);
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.threads[1].log[0].late == 1);
  CHECK(profile.threads[1].log[0].spent.size() == first.spent.size() - 1);
  uint64_t too_long = first.head.arrive - first.head.open + 1;
  for (tare_pf_spent wrong : {tare_pf_spent{too_long, region, TARE_SLOT_LATE, 0, 0},
                              tare_pf_spent{1, region + 1, TARE_SLOT_LATE, 0, 0},
                              tare_pf_spent{1, region, TARE_SLOT_LATE, 1, 0}})
    CHECK_THAT(errorWith(late(wrong)), Contains("began late in a way that cannot be"));
}

TEST_CASE("set-up is entered by nobody") {
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.spent[0].slot = TARE_SLOT_PROBE; }),
             Contains("entered the runtime's own set-up"));
}

namespace {

/// The master of LU2 runs tasks while it waits for the worker.
ProfileWriter withTasks(const std::function<void(WrittenSegment &)> &change = {}) {
  ProfileWriter writer = lu2Profile();
  std::vector<WrittenSegment> &log = writer.threads[0].logs[0];
  WrittenSegment tasks = log[0];
  tasks.head.flags |= TARE_SEG_IN_WAIT;
  tasks.head.open = log[0].head.arrive;
  tasks.head.leave = tasks.head.open + 100;
  tasks.head.arrive = tasks.head.open + 7000;
  tasks.spent = {{5000, 2, TARE_SLOT_BODY, 3, 3}};
  if (change)
    change(tasks);
  log.push_back(tasks);
  return writer;
}

} // namespace

TEST_CASE("tasks that ran in a wait belong to the segment before it") {
  ProfileFile file;
  Profile profile = file.read(withTasks().bytes()).value();
  REQUIRE(profile.threads[0].log.size() == 1);
  const Segment &segment = profile.threads[0].log[0];
  CHECK(segment.inWait() == 5000);
  CHECK(segment.first_task == segment.arrive + 100);
  CHECK(segment.last_task == segment.arrive + 7000);
  CHECK(segment.leave == 37610);
  CHECK(segment.spent.size() == 3);
  CHECK(segment.in_wait[0].entries == 3);
}

TEST_CASE("what a thread waited for a core in such tasks is its segment's, too") {
  ProfileFile file;
  auto readAt = [&](uint64_t its_end, bool has_reading) {
    ProfileWriter writer = withTasks([](WrittenSegment &tasks) {
      tasks.head.flags |= TARE_SEG_RUNQ;
      tasks.head.runq_ns = 700;
    });
    tare_pf_segment &head = writer.threads[0].logs[0][0].head;
    head.runq_ns = its_end;
    head.flags |= has_reading ? TARE_SEG_RUNQ : 0;
    return file.read(writer.bytes()).value().threads[0].log[0];
  };
  CHECK(readAt(0, false).has_runq);
  CHECK(readAt(0, false).runq_ns == 700);
  CHECK(readAt(300, true).runq_ns == 1000);
}

TEST_CASE(
    "tasks may be told of long after the wait they ran in, and outlive a copy of the profile") {
  ProfileWriter writer = withTasks();
  std::vector<WrittenSegment> &log = writer.threads[0].logs[0];
  for (uint32_t i = 0; i < 100; ++i) { // another region's, between the two
    WrittenSegment other = log[0];
    other.head.instance = 2;
    other.head.ordinal = i;
    log.insert(log.end() - 1, other);
  }
  ProfileFile file;
  auto profile = std::make_unique<Profile>(file.read(writer.bytes()).value());
  REQUIRE(profile->threads[0].log.size() == 101);
  Profile copy = *profile;
  profile->threads[0].log[0].in_wait[0].ticks = 1;
  profile.reset();
  CHECK(copy.threads[0].log[0].inWait() == 5000);
  CHECK(copy.threads[0].log[0].spent[1].ticks == 12200);
  CHECK(copy.threads[0].log[100].in_wait.empty());
}

TEST_CASE("tasks in waits that cannot be are refused") {
  auto error = [](const std::function<void(WrittenSegment &)> &change) {
    ProfileFile file;
    return file.errorOf(withTasks(change).bytes());
  };
  CHECK_THAT(error([](WrittenSegment &s) { s.spent[0].ticks = 7001; }),
             Contains("spent more than its time"));
  CHECK_THAT(error([](WrittenSegment &s) { s.head.leave = s.head.arrive + 1; }),
             Contains("times out of order"));
  CHECK_THAT(error([](WrittenSegment &s) { s.head.ordinal = 7; }),
             Contains("a wait that it does not know"));
  CHECK_THAT(error([](WrittenSegment &s) { s.head.open += 1; }),
             Contains("a wait that it does not know"));
  ProfileFile file;
  ProfileWriter twice = withTasks();
  twice.threads[0].logs[0].push_back(twice.threads[0].logs[0][1]);
  CHECK_THAT(file.errorOf(twice.bytes()), Contains("a wait that it does not know"));
}

TEST_CASE("fetching a task is a part of the wait, and of no task") {
  ProfileFile file;
  auto fetching = [](WrittenSegment &s) { s.spent.push_back({600, 2, TARE_SLOT_FETCH, 2, 2}); };
  Profile profile = file.read(withTasks(fetching).bytes()).value();
  const Segment &segment = profile.threads[0].log[0];
  CHECK(segment.inWait() == 5000);
  CHECK(segment.in_wait.size() == 2);
  CHECK_THAT(errorWith([](WrittenSegment &s) { s.spent[1].slot = TARE_SLOT_FETCH; }),
             Contains("fetched a task outside of a wait"));
}

TEST_CASE("a nested region's span is a part of the outer segment") {
  ProfileWriter writer = lu2Profile();
  writer.threads[1].logs[0][0].spent[1].slot = TARE_SLOT_NESTED;
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.threads[1].log[0].spent[1].kind == Spent::Nested);
}

TEST_CASE("what is around nested regions stands behind their record, and takes no time") {
  auto around = [](tare_pf_spent record) {
    return [record](WrittenSegment &s) {
      s.spent[1].slot = TARE_SLOT_NESTED;
      s.spent.insert(s.spent.begin() + 2, record);
    };
  };
  ProfileWriter writer = lu2Profile();
  around({0, 2, TARE_SLOT_AROUND, 0, 0})(writer.threads[1].logs[0][0]);
  ProfileFile file;
  const SpentList read = file.read(writer.bytes()).value().threads[1].log[0].spent;
  CHECK(constructAround(read, 1) == 2);
  CHECK_FALSE(constructAround(read, 0).has_value());
  CHECK_FALSE(constructAround(read, read.size() - 1).has_value());
  for (tare_pf_spent wrong : {tare_pf_spent{1, 2, TARE_SLOT_AROUND, 0, 0},
                              {0, 2, TARE_SLOT_AROUND, 1, 0},
                              {0, 2, TARE_SLOT_AROUND, 0, 1}})
    CHECK_THAT(errorWith(around(wrong)), Contains("around no nested region"));
  CHECK_THAT(errorWith(around({0, 3, TARE_SLOT_AROUND, 0, 0})),
             Contains("a node or slot that does not exist"));
  CHECK_THAT(errorWith([](WrittenSegment &s) {
               s.spent.push_back({0, 2, TARE_SLOT_AROUND, 0, 0});
             }),
             Contains("around no nested region"));
}

TEST_CASE("the active log is the one that counts") {
  ProfileWriter writer = lu2Profile();
  writer.threads[1].logs[1].push_back(writer.threads[1].logs[0][0]);
  writer.threads[1].logs[1].push_back(writer.threads[1].logs[0][0]);
  writer.threads[1].state.active_log = 1;
  ProfileFile file;
  CHECK(file.read(writer.bytes()).value().threads[1].log.size() == 2);
  writer.threads[1].state.active_log = 2;
  CHECK_THAT(file.errorOf(writer.bytes()), Contains("has no log 2"));
}

TEST_CASE("levels of sampling leave the same sentences on every thread") {
  ProfileFile file;
  ProfileWriter writer = manySegments(256);
  writer.header.sampling_seed = 99;
  writer.header.level_regions = 2;
  // The runtime thinned thread 0's log already, thread 1's not yet.
  LogSampling sampling{99, 2, 0, 0};
  std::erase_if(writer.threads[0].logs[0], [&](const WrittenSegment &segment) {
    return !sampling.keepsInstance(segment.head.instance, false);
  });
  Profile profile = file.read(writer.bytes()).value();
  std::set<uint64_t> kept;
  for (const Segment &segment : profile.threads[1].log)
    kept.insert(segment.instance);
  CHECK(profile.threads[0].log.size() == profile.threads[1].log.size());
  CHECK(profile.threads[1].log.size() == 4 * kept.size());
  CHECK(kept.size() > 256 / 4 - 32); // about a quarter
  CHECK(kept.size() < 256 / 4 + 32);
  CHECK_FALSE(profile.log_complete);
}

TEST_CASE("thinned barriers keep each region's end") {
  ProfileFile file;
  ProfileWriter writer = manySegments(8);
  writer.header.level_barriers = 40; // leaves no barrier but the last
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.threads[0].log.size() == 8);
  for (const Segment &segment : profile.threads[0].log)
    CHECK(segment.is_last);
}

TEST_CASE("the hash of the sampling is the runtime's") {
  // splitmix64's finaliser of 1, 2, 3 ends in these bits: a change here breaks old profiles.
  CHECK(LogSampling{0, 0, 0, 0}.keepsInstance(1, false));
  CHECK(LogSampling{1, 63, 0, 0}.keepsInstance(1, false)); // mix(0) == 0
  CHECK_FALSE(LogSampling{0, 63, 0, 0}.keepsInstance(1, false));
  CHECK(LogSampling{0, 63, 0, 0}.keepsInstance(1, true)); // nested ones have their own level
  CHECK_FALSE(LogSampling{0, 0, 63, 0}.keepsInstance(1, true));
  CHECK(LogSampling{0, 0, 0, 63}.keepsBarrier(7, true));
  CHECK_FALSE(LogSampling{0, 0, 0, 63}.keepsBarrier(7, false));
}
