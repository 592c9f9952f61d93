// SPDX-License-Identifier: Apache-2.0
// Regions that a budget left out: what a profile says of them, and what is refused.
#include "profile/profile_file.h"

#include <functional>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

tare_pf_spent &standsFor(ProfileWriter &writer) {
  return writer.threads[0].logs[0].back().spent.back();
}

std::string errorWith(const std::function<void(ProfileWriter &)> &change) {
  ProfileFile file;
  ProfileWriter writer = leftOutProfile();
  change(writer);
  return file.errorOf(writer.bytes());
}

constexpr const char *cannot_be = "stands for instances that cannot be";
constexpr const char *too_many = "stands for more instances of a region than it left out";
constexpr const char *had_to = "left out regions that it had to measure";

} // namespace

TEST_CASE("a measured instance stands for those that were left out") {
  ProfileFile file;
  Profile profile = file.read(leftOutProfile().bytes()).value();
  CHECK(profile.budget_ppm == 20000);
  CHECK(profile.threads[0].nodes[1].cells[Spent::Skipped].ticks == 600);
  CHECK(profile.threads[0].nodes[1].cells[Spent::Skipped].entries == 3);
  CHECK(profile.threads[0].nodes[1].cells[Spent::Scheduling].ticks == 0); // of a loop it is that
  const Segment &last = profile.threads[0].log.back();
  CHECK(last.stands_for == 450);
  CHECK(last.stands_for_count == 2);
  for (const SpentTime &spent : last.spent)
    CHECK(hasCell(spent.kind));
  CHECK(isSound(profile));
  CHECK(profile.log_complete); // of what was measured
  CHECK(profile.threads[1].log.back().stands_for_count == 0);
}

TEST_CASE("without a budget nothing is left out") {
  ProfileFile file;
  Profile profile = file.read(lu2Profile().bytes()).value();
  CHECK(profile.budget_ppm == 0);
  CHECK(profile.threads[0].log.back().stands_for_count == 0);
  CHECK_THAT(errorWith([](ProfileWriter &w) { w.header.budget_ppm = 0; }), Contains(had_to));
}

TEST_CASE("a call path stands behind it") {
  ProfileFile file;
  ProfileWriter writer = leftOutProfile();
  tare_pf_path_record calls = {TARE_PATH_CALLS, 0};
  writer.paths = std::string(reinterpret_cast<const char *>(&calls), sizeof calls);
  writer.threads[0].logs[0].back().spent.push_back({0, 1, TARE_SLOT_PATH, 0, 0});
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.threads[0].log.back().path == 1);
  CHECK(profile.threads[0].log.back().stands_for == 450);
  std::swap(writer.threads[0].logs[0].back().spent.end()[-1],
            writer.threads[0].logs[0].back().spent.end()[-2]);
  CHECK_THAT(file.errorOf(writer.bytes()), Contains("a node or slot that does not exist"));
}

TEST_CASE("only the end of a measured outermost region stands for others") {
  CHECK_THAT(errorWith([](ProfileWriter &w) { w.threads[0].logs[0].back().head.depth = 1; }),
             Contains(cannot_be));
  CHECK_THAT(errorWith([](ProfileWriter &w) {
               w.threads[0].logs[0].back().head.flags &= uint16_t(~TARE_SEG_LAST);
             }),
             Contains(cannot_be));
  CHECK_THAT(errorWith([](ProfileWriter &w) {
               w.threads[1].logs[0].back().spent.push_back(standsFor(w)); // no master
             }),
             Contains(cannot_be));
  CHECK_THAT(errorWith([](ProfileWriter &w) { standsFor(w).node = 2; }), Contains(cannot_be));
  CHECK_THAT(errorWith([](ProfileWriter &w) { standsFor(w).entries = 1; }), Contains(cannot_be));
  CHECK_THAT(errorWith([](ProfileWriter &w) { standsFor(w).units = 0; }), Contains(cannot_be));
  CHECK_THAT(errorWith([](ProfileWriter &w) { standsFor(w).ticks = ~uint64_t(0); }),
             Contains(cannot_be));
}

TEST_CASE("no log stands for more than was left out") {
  CHECK_THAT(errorWith([](ProfileWriter &w) { standsFor(w).ticks = 601; }), Contains(too_many));
  CHECK_THAT(errorWith([](ProfileWriter &w) { standsFor(w).units = 4; }), Contains(too_many));
  CHECK_THAT(errorWith([](ProfileWriter &w) {
               w.threads[0].cell(1, TARE_SLOT_ASLEEP) = {};
               w.threads[0].state.serial_ticks += 600;
             }),
             Contains(too_many));
}

TEST_CASE("only the initial thread leaves regions out, and only what has probes inside") {
  CHECK_THAT(errorWith([](ProfileWriter &w) {
               w.threads[1].cell(1, TARE_SLOT_ASLEEP) = {1, 1, 0, 0, 0, 0, 0};
             }),
             Contains(had_to));
  CHECK_THAT(errorWith([](ProfileWriter &w) {
               w.threads[1].cell(1, TARE_SLOT_ASLEEP) = {0, 1, 0, 0, 0, 0, 0};
             }),
             Contains(had_to));
  CHECK_THAT(errorWith([](ProfileWriter &w) { w.header.status |= TARE_STATUS_SERIAL; }),
             Contains(had_to));
  ProfileFile file;
  NodeTree tree = regionTree();
  tree.nodes[1].treatment = Treatment::Outside;
  ProfileWriter writer;
  writer.addModule(tree);
  writer.header.budget_ppm = 20000;
  WrittenThread &thread = writer.addThread();
  thread.cell(1, TARE_SLOT_ASLEEP) = {5, 1, 0, 0, 0, 0, 0};
  thread.state.serial_ticks = 5;
  thread.state.last = lu2_start + 10;
  writer.closeAt(lu2_start + 10);
  CHECK_THAT(file.errorOf(writer.bytes()), Contains(had_to));
}

TEST_CASE("a program that died in an instance that was left out") {
  ProfileFile file;
  ProfileWriter writer = leftOutProfile();
  tare_pf_thread &state = writer.threads[0].state;
  state.current = ProfileWriter::cellAddress(0, 1, TARE_SLOT_ASLEEP);
  writer.threads[0].cell(1, TARE_SLOT_ASLEEP).entries = 4;
  writer.dieAfter(lu2_start + 40000);
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.cut_off);
  CHECK(profile.window == 40000);
  CHECK(profile.threads[0].nodes[1].cells[Spent::Skipped].ticks == 600 + 40000 - 37630);
  CHECK(statesOf(profile.threads[0]) == 40000);
}
