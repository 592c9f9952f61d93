// SPDX-License-Identifier: Apache-2.0
// A page shows the text that was measured, or says why not: never another text, nor another's file.
#include "base/files.h"
#include "base/text.h"
#include "catch.hpp"
#include "driver/page_sources.h"
#include "tests/scratch.h"

#include <unistd.h>

using namespace tare;
using tare::testing::Scratch;

namespace {

/// A table with a construct in each file.
Ledger ledgerWith(const std::vector<std::string> &files) {
  Ledger ledger;
  Table &table = ledger.tables.emplace_back();
  table.threads = 2;
  for (const std::string &file : files) {
    ConstructLines &construct = table.constructs.emplace_back();
    construct.file = file;
    construct.line = 1;
    ledger.sources[file] = hex16(hashBytes("int x;\nint y;\n"));
  }
  return ledger;
}

} // namespace

TEST_CASE("a source is shown when it is what was built, and else has its reason") {
  Scratch folder, outside;
  for (const char *name : {"/same.c", "/changed.c", "/unknown.c"})
    REQUIRE(writeFileAtomic(folder.path() + name, "int x;\nint y;\n").ok());
  REQUIRE(writeFileAtomic(outside.path() + "/other.c", "int x;\nint y;\n").ok());
  REQUIRE(::symlink((outside.path() + "/other.c").c_str(), (folder.path() + "/link.c").c_str()) ==
          0);
  Ledger ledger = ledgerWith({"same.c", "changed.c", "unknown.c", "gone.c", "link.c",
                              "../" + baseName(outside.path()) + "/other.c"});
  REQUIRE(writeFileAtomic(folder.path() + "/changed.c", "int z;\n").ok());
  ledger.sources.erase("unknown.c");
  PageSources sources = pageSources(ledger, folder.path());
  CHECK(sources.reason.empty());
  REQUIRE(sources.files.size() == 6);
  for (const PageSource &source : sources.files) {
    INFO(source.file);
    CHECK(source.lines.empty() == (source.file != "same.c"));
    CHECK(source.reason.empty() == (source.file == "same.c"));
    if (source.file == "changed.c")
      CHECK(source.reason == "The source has changed since the build");
    if (source.file == "unknown.c")
      CHECK(startsWith(source.reason, "Not recorded"));
  }
}

TEST_CASE("results of an earlier version, and a missing folder, say so once") {
  Ledger ledger = ledgerWith({"a.c", "b.c"});
  CHECK(pageSources(ledger, "/no/such/folder").reason.find("--source-root") != std::string::npos);
  CHECK(pageSources(ledger, "").files.empty());
  ledger.sources.clear();
  CHECK(startsWith(pageSources(ledger, ".").reason, "not recorded"));
}
