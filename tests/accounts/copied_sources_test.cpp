// SPDX-License-Identifier: Apache-2.0
// A serial program whose sources lie in a copy of the parallel program's folder.
#include "analyzer/books/copied_sources.h"
#include "analyzer/report/note_text.h"
#include "catch.hpp"
#include "fake_run.h"

using namespace tare;
using namespace tare::test;

namespace {

struct CopiedLoop {
  std::string file;
  uint64_t hash = 7;
};

/// One loop in each file; of the serial program each is its own counterpart.
Profile programOf(const std::vector<CopiedLoop> &loops, bool serial) {
  FakeRun run(1);
  for (const CopiedLoop &loop : loops) {
    Node &node = run.describe(run.node(NodeKind::For, ""));
    node.id.path = loop.file;
    node.hashes = {loop.hash, 0, 0};
    if (serial)
      node.counterpart = node.id.text();
  }
  return run.finish();
}

struct Found {
  std::vector<std::string> files; // of each loop, where it was found; empty: nowhere
  std::string note;
  FoldersApart apart;
};

Found findIn(const Profile &serial, const std::vector<CopiedLoop> &parallel) {
  KeyTable table;
  table.add(programOf(parallel, false));
  CopiedSources copies(serial, table);
  Found found;
  for (const Node &node : serial.modules[0].tree.nodes) {
    int key = copies.find(node, table);
    found.files.push_back(key < 0 ? "" : table.node(key).id.path);
  }
  if (std::optional<Note> note = copies.note())
    found.note = sentenceOf(*note);
  found.apart = copies.apart();
  return found;
}

Found find(const std::vector<CopiedLoop> &serial, const std::vector<CopiedLoop> &parallel) {
  return findIn(programOf(serial, true), parallel);
}

using Files = std::vector<std::string>;

} // namespace

TEST_CASE("copies are told by the end of their names, and the note tells the folders") {
  Found found = find({{"s/a/main.c"}, {"s/b/main.c"}}, {{"t/b/main.c"}, {"t/a/main.c"}});
  CHECK(found.files == Files{"t/a/main.c", "t/b/main.c"});
  CHECK(found.note.find("those in s/ of those in t/.") != std::string::npos);
  CHECK(found.apart.serial.empty());
}

TEST_CASE("a copy beside or below the root of the sources") {
  CHECK(find({{"copy/x.c"}}, {{"x.c"}}).note.find("those in copy/ of those in ./") !=
        std::string::npos);
  CHECK(find({{"x.c"}}, {{"t/x.c"}}).files == Files{"t/x.c"});
}

TEST_CASE("a file that both programs have is no copy, and the others still are") {
  Found found = find({{"common/x.h"}, {"s/x.c"}}, {{"common/x.h"}, {"t/x.c"}});
  CHECK(found.files == Files{"", "t/x.c"});
}

TEST_CASE("what is not one to one is no copy") {
  CHECK(find({{"s/x.c"}}, {{"t/x.c"}, {"u/x.c"}}).files == Files{""});
  CHECK(find({{"s/x.c"}, {"r/x.c"}}, {{"t/x.c"}}).files == Files{"", ""});
  CHECK(find({{"s/a/x.c"}, {"s/b/x.c"}}, {{"t/a/x.c"}}).files == Files{"t/a/x.c", ""});
}

TEST_CASE("a statement that was found to be the twin of a construct of its own file") {
  Profile serial = programOf({{"s/x.c"}}, true);
  serial.modules[0].tree.nodes[0].id.kind = "loop";
  CHECK(findIn(serial, {{"t/x.c"}}).files == Files{"t/x.c"});
}

TEST_CASE("other code in the copy has no twin, and where the files are is told") {
  Found found = find({{"s/a/x.c", 7}, {"s/a/y.c", 7}}, {{"t/a/x.c", 8}, {"t/a/y.c", 8}});
  CHECK(found.files == Files{"", ""});
  CHECK(found.note.empty());
  Note note{.rule = "unpaired",
            .figures = {{"folder", found.apart.serial}, {"parallel_folder", found.apart.parallel}}};
  CHECK(sentenceOf(note).ends_with("; its files are in s/a/, and the parallel program's in t/a/"));
  CHECK(find({{"s/x.c", 0}}, {{"t/x.c", 0}}).files == Files{""}); // not known to be the same
}

TEST_CASE("twins that were found by the code need no copies") {
  Profile serial = programOf({{"s/x.c"}}, true);
  serial.modules[0].tree.nodes[0].counterpart = "t/x.c#main#for#0";
  Found found = findIn(serial, {{"t/x.c"}});
  CHECK(found.files == Files{""});
  CHECK(found.apart.serial.empty());
}
