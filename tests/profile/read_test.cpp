// SPDX-License-Identifier: Apache-2.0
// A well-formed profile arrives whole; what is not one is named in one clear sentence.
#include "profile/profile_file.h"

#include <algorithm>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

TEST_CASE("a complete profile arrives as it was written") {
  ProfileFile file;
  Profile profile = file.read(lu2Profile().bytes()).value();
  CHECK(isSound(profile));
  CHECK(profile.path == file.path());
  CHECK(profile.program == "./lu2");
  CHECK(profile.openmp_runtime == "libgomp");
  CHECK(profile.pid == 4242);
  CHECK(profile.threads_asked == 2);
  CHECK(profile.window == 37630);
  CHECK(profile.ticks_per_second == Approx(1e9));
  CHECK_FALSE(profile.cut_off);
  CHECK(profile.log_complete);
  REQUIRE(profile.threads.size() == 2);
  const ProfileThread &master = profile.threads[0];
  CHECK(master.initial);
  CHECK_FALSE(profile.threads[1].initial);
  CHECK(master.serial_ticks == 1020);
  CHECK(master.nodes[2].cells[Spent::Body].ticks == 12200);
  CHECK(master.nodes[2].cells[Spent::Body].units == 500);
  CHECK(master.nodes[1].area == 73220);
  CHECK(master.nodes[1].instances == 1);
  CHECK(statesOf(master) == profile.window);
  CHECK(statesOf(profile.threads[1]) == profile.threads[1].nodes[1].inside);
  REQUIRE(profile.threads[1].log.size() == 1);
  const Segment &segment = profile.threads[1].log[0];
  CHECK(segment.open == 1000);
  CHECK(segment.arrive == 37606);
  CHECK(segment.leave == 0);
  CHECK(segment.thread_num == 1);
  REQUIRE(segment.spent.size() == 3);
  CHECK(segment.spent[1].ticks == 36600);
  CHECK(segment.spent[1].node == 2);
}

TEST_CASE("nodes have process-wide indices over several modules") {
  ProfileWriter writer;
  NodeTree second = regionTree();
  second.unit = "other.c";
  CHECK(writer.addModule(regionTree()) == 0);
  CHECK(writer.addModule(NodeTree()) == 3); // a unit without a directive
  CHECK(writer.addModule(second) == 3);
  WrittenThread &thread = writer.addThread();
  thread.cell(5, TARE_SLOT_BODY).ticks = 7;
  thread.state.last = lu2_start + 100;
  writer.closeAt(lu2_start + 100);
  ProfileFile file;
  Profile profile = file.read(writer.bytes()).value();
  CHECK(profile.nodeCount() == 6);
  REQUIRE(profile.modules.size() == 3);
  CHECK(profile.modules[2].tree.unit == "other.c");
  CHECK(profile.node(5)->kind == NodeKind::For);
  CHECK(profile.node(3) == &profile.modules[2].tree.nodes[0]);
  CHECK(profile.node(6) == nullptr);
  CHECK(profile.node(TARE_PF_NO_NODE) == nullptr);
  CHECK(profile.threads[0].nodes[5].cells[Spent::Body].ticks == 7);
}

TEST_CASE("what makes a log incomplete") {
  ProfileFile file;
  ProfileWriter dropped = lu2Profile(), full = lu2Profile(), sampled = lu2Profile();
  dropped.threads[1].state.segments_dropped = 1;
  full.header.status |= TARE_STATUS_DISK_FULL;
  sampled.header.level_barriers = 1;
  for (const ProfileWriter *writer : {&dropped, &full, &sampled})
    CHECK_FALSE(file.read(writer->bytes()).value().log_complete);
}

TEST_CASE("files that are no profiles") {
  ProfileFile file;
  CHECK(file.errorOf("") == "is empty: no profile was written");
  CHECK(file.errorOf("\x7f"
                     "ELF and more") == "not a Tare profile");
  CHECK(file.errorOf("TAREPRO") == "not a Tare profile");
  CHECK(file.errorOf(std::string(8192, '\0')) ==
        "is empty: the program ended while its profile was being made");
  CHECK(file.errorOf("TAREWIND") == "is the window of a plain program, not a Tare profile");
  CHECK_THAT(file.errorOf("TAREPROF"), Contains("truncated: the header page needs 4096 bytes"));
  Result<Profile> missing = readProfile(file.path() + ".missing");
  REQUIRE_FALSE(missing.ok());
  CHECK_THAT(missing.error().text(), Contains("cannot read: No such file"));
}

TEST_CASE("newer minor versions of the format") {
  ProfileFile file;
  ProfileWriter minor = lu2Profile();
  minor.header.minor = 7; // minor versions only add
  CHECK(file.read(minor.bytes()).ok());
}

TEST_CASE("headers of older and newer minor versions are read") {
  ProfileFile file;
  ProfileWriter older = lu2Profile();
  older.header.minor = 0;
  older.header.header_size = TARE_PF_HEADER_LEAST;
  std::string bytes = older.bytes();
  bytes[TARE_PF_HEADER_LEAST] = 1; // no field of that version
  CHECK(file.read(bytes).ok());
  older.header.header_size -= 8;
  CHECK(file.errorOf(older.bytes()) == "corrupted: the header says that it has 368 bytes");

  ProfileWriter newer = lu2Profile();
  newer.header.minor = TARE_PF_MINOR + 1;
  newer.header.header_size = sizeof newer.header + 8; // a field that this reader does not know
  bytes = newer.bytes();
  bytes[sizeof newer.header] = 1;
  reseal(bytes);
  CHECK(file.read(bytes).ok());
  bytes[sizeof newer.header] = 2; // is covered all the same
  CHECK(file.errorOf(bytes) == "corrupted: the checksum of the closed header does not fit");
}

TEST_CASE("a truncated file says where it ends") {
  ProfileFile file;
  std::string bytes = lu2Profile().bytes();
  CHECK(file.errorOf(bytes.substr(0, 3 * 4096 + 100)) ==
        "truncated: block 3 needs 4096 bytes, the file ends 100 bytes after its start");
  CHECK(file.errorOf(bytes.substr(0, 4096)) ==
        "truncated: block 1 needs 4096 bytes, the file ends 0 bytes after its start");
}

TEST_CASE("a profile without threads is an error, not an empty table") {
  ProfileWriter writer;
  writer.addModule(regionTree());
  writer.dieAfter(lu2_start + 1000);
  ProfileFile file;
  CHECK_THAT(file.errorOf(writer.bytes()), Contains("holds no thread"));
}

TEST_CASE("statements of serial code are told from the constructs that something is executed in") {
  using Places = std::array<uint32_t, TARE_PF_OUTER>;
  NodeTree tree = regionTree(); // node 1: a region, node 2: a loop in it
  for (int i = 0; i < 2; ++i) {
    Node loop = tree.nodes[2];
    loop.kind = NodeKind::Loop;
    loop.parent = 0;
    loop.id.ordinal = 10 + i;
    tree.nodes.push_back(loop);
  }
  struct Case {
    Places written;
    OuterNodes outer, statements;
  };
  constexpr uint32_t in_for = 3, in_a = 4, in_b = 5, more = TARE_PF_MORE;
  for (const Case &one :
       {Case{{in_for, more}, OuterNodes({2}, true), {}}, Case{{in_a, 0}, {}, {3}},
        Case{{in_a, in_b}, {}, {3, 4}}, Case{{in_a, more}, {}, OuterNodes({3}, true)},
        Case{{in_a, in_for}, {2}, {3}}, Case{{in_for, in_a}, {2}, {3}}}) {
    ProfileWriter writer;
    writer.addModule(tree);
    WrittenThread &thread = writer.addThread();
    thread.cell(3, TARE_SLOT_SERIAL) =
        thread.cell(4, TARE_SLOT_SERIAL) = {.ticks = 7, .entries = 1};
    std::ranges::copy(one.written, thread.nodes[1].outer);
    thread.state.last = lu2_start + 100;
    writer.closeAt(lu2_start + 100);
    ProfileFile file;
    Profile profile = file.read(writer.bytes()).value();
    CHECK(profile.threads[0].nodes[1].outer == one.outer);
    CHECK(profile.threads[0].nodes[1].statements == one.statements);
  }
}
