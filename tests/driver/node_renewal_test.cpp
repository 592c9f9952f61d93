// SPDX-License-Identifier: Apache-2.0
// A profile read with tables that are made anew: which ones it gets, and what is told of them.
#include "analyzer/report/note_text.h"
#include "base/files.h"
#include "catch.hpp"
#include "driver/ledger_at.h"
#include "driver/results/node_renewal.h"
#include "profile/profile_writer.h"
#include "scratch.h"

using namespace tare;
using Catch::Contains;

namespace {

/// Makes what a test says.
class MadeTables final : public TableMaker {
public:
  explicit MadeTables(std::vector<NodeTree> tables) : tables_(std::move(tables)) {}

  Result<void> begin(const Manifest *, const Profile &profile) override {
    CHECK(profile.modules.size() == 1);
    ++begun;
    return {};
  }
  Result<std::vector<NodeTree>> tablesOf(const RecordedUnit &unit,
                                         const std::vector<NodeTree> &) override {
    CHECK(unit.table.nodes.size() == testing::regionTree().nodes.size());
    ++asked;
    return tables_;
  }
  std::string root() const override { return "/src"; }

  int begun = 0, asked = 0;

private:
  std::vector<NodeTree> tables_;
};

NodeTree movedDown(int lines) {
  NodeTree tree = testing::regionTree();
  for (Node &node : tree.nodes)
    node.place.line += lines;
  return tree;
}

struct Read {
  Profile profile;
  std::string notes, summary;
};

/// The profile of the books' LU2, read with these tables.
Read readWith(const std::vector<NodeTree> &tables,
              const std::vector<std::string> &changed_files = {}) {
  testing::Scratch scratch;
  std::string path = scratch.path() + "/profile.tare";
  REQUIRE(writeFileAtomic(path, testing::lu2Profile().bytes()).ok());
  MadeTables maker(tables);
  NodeRenewal renewal(maker);
  Read read{renewal.read(nullptr, path).value(), {}, {}};
  REQUIRE(renewal.read(nullptr, path).ok());
  CHECK(maker.begun == 1);
  CHECK(maker.asked == 1); // each unit is made once
  for (const Note &note : renewal.notes(changed_files))
    read.notes += sentenceOf(note) + "\n";
  read.summary = renewal.summary();
  return read;
}

const Node &nodeAt(const Read &read, size_t index) {
  return read.profile.modules.at(0).tree.nodes.at(index);
}

} // namespace

TEST_CASE("the sources' table is the one that a profile gets; where nothing changed all is said") {
  Read read = readWith({movedDown(100)});
  CHECK(nodeAt(read, 2).place.line == testing::regionTree().nodes[2].place.line + 100);
  CHECK(read.notes.empty());
  CHECK_THAT(read.summary, Contains("1 source, 2 constructs: unchanged since the run"));
}

TEST_CASE("what changed is named, and is read as it was run") {
  NodeTree now = movedDown(100);
  now.nodes[2].directive = "for schedule(dynamic)";
  Read read = readWith({now}, {"x.c", "y.c", now.nodes[2].id.path});
  CHECK(nodeAt(read, 2).directive == testing::regionTree().nodes[2].directive);
  CHECK_THAT(read.notes, Contains("changed since the run: ") && Contains("for schedule(dynamic)"));
  CHECK_THAT(read.notes, Contains("the text of x.c, y.c changed since the run, but none"));
  CHECK_THAT(read.summary, Contains("1 changed"));
}

TEST_CASE("what is gone, and what is new") {
  NodeTree now = testing::regionTree();
  now.nodes.pop_back();
  now.nodes[1].kind = NodeKind::Barrier;
  now.nodes[1].id.kind = "barrier";
  Read read = readWith({now});
  CHECK_THAT(read.notes, Contains("gone from the sources since the run: "));
  CHECK_THAT(read.notes, Contains("new in the sources, in no run yet: "));
  CHECK_THAT(read.summary, Contains("2 gone, 1 new"));
}

TEST_CASE("of several ways to compile a unit the one that fits is taken") {
  NodeTree other = testing::regionTree();
  other.nodes[1].directive = "parallel num_threads(2)";
  CHECK(readWith({other, movedDown(7), other}).notes.empty());
}

TEST_CASE("a unit without a source stays as the run recorded it, and that is said") {
  Read read = readWith({});
  CHECK(nodeAt(read, 1).id == testing::regionTree().nodes[1].id);
  CHECK_THAT(read.notes, Contains("no source of") && Contains("as they were run"));
}

TEST_CASE("a table in JSON has no constructs that could be read again") {
  testing::Scratch scratch;
  std::string path = scratch.path() + "/ledger.json";
  REQUIRE(writeFileAtomic(path, "{}").ok());
  MadeTables maker({});
  NodeRenewal renewal(maker);
  Result<Ledger> ledger = ledgerAt(path, Times::Approximated, &renewal);
  REQUIRE_FALSE(ledger.ok());
  CHECK_THAT(ledger.error().next, Contains("results folder"));
}
