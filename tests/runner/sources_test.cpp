// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"

#include "analyzer/profile/profile.h"
#include "driver/results/source_hashes.h"
#include "instrumenter/nodes/source_hash.h"
#include "tests/runner/fakes.h"

#include <sys/stat.h>

using namespace tare;
using tare::testing::Scratch;

namespace {
Manifest rootedAt(const std::string &path) {
  Manifest manifest;
  manifest.source_root = path;
  return manifest;
}
} // namespace

TEST_CASE("a source that was edited or removed since is named, an unchanged one is not") {
  Scratch folder;
  for (const char *name : {"/same.c", "/edited.c", "/gone.c"})
    REQUIRE(writeFileAtomic(folder.path() + name, "int x;\n").ok());
  Manifest manifest = rootedAt(folder.path());
  addSource("same.c", manifest);
  addSource(folder.path() + "/edited.c", manifest);
  addSource("./gone.c", manifest);
  REQUIRE(manifest.sources.size() == 3);
  CHECK(changedSources(manifest).empty());
  REQUIRE(writeFileAtomic(folder.path() + "/edited.c", "int y;\n").ok());
  REQUIRE(::unlink((folder.path() + "/gone.c").c_str()) == 0);
  CHECK(changedSources(manifest) == std::vector<std::string>{"edited.c", "gone.c"});
}

TEST_CASE("the folder that names begin at is the nearest around that holds most of them") {
  Scratch folder;
  std::string top = realPath(folder.path()), build = top + "/build/deep";
  REQUIRE(makeFolder(top + "/src").ok());
  REQUIRE(makeFolder(build).ok());
  for (const char *name : {"/src/main.c", "/src/sum.c", "/build/main.c"})
    REQUIRE(writeFileAtomic(top + name, "int x;\n").ok());
  std::vector<std::string> of_top = {"src/main.c", "src/sum.c", "/usr/include/stdio.h"};
  CHECK(rootOfSources(of_top, {top + "/src"}) == top);
  CHECK(rootOfSources(of_top, {build}) == top);
  CHECK(rootOfSources({"main.c"}, {build}) == top + "/build");
  CHECK(rootOfSources({"main.c", "sum.c"}, {build, top + "/src"}) == top + "/src");
  CHECK(rootOfSources({"main.c"}, {top + "/src", build}) == top + "/src");
  CHECK(rootOfSources({"not_there/other.c", "/src/main.c", ""}, {build}).empty());
  CHECK(rootOfSources(of_top, {top + "/none/at/all"}) == top);
}

TEST_CASE("sources are those of a table's places, not as each unit's own folder spells them") {
  Scratch folder;
  std::string top = realPath(folder.path());
  Profile profile;
  for (const char *name : {"src/main.c", "lib/sum.c"}) {
    REQUIRE(makeFolder(folderOf(top + "/" + name)).ok());
    REQUIRE(writeFileAtomic(top + "/" + name, "int x;\n").ok());
    ProfileModule &module = profile.modules.emplace_back();
    module.tree.unit = baseName(name); // compiled in its folder
    Node &node = module.tree.nodes.emplace_back();
    node.id.path = name;
    node.place.file = baseName(name);
  }
  Manifest manifest = rootedAt(top + "/src");
  addSourcesOf(profile, {top + "/src"}, manifest);
  CHECK(manifest.source_root == top);
  CHECK(manifest.sources.count("src/main.c") == 1);
  CHECK(manifest.sources.count("lib/sum.c") == 1);
  CHECK(manifest.sources.size() == 2);
}

TEST_CASE("what lies outside the root, or is no file, is not read") {
  Scratch outside, folder;
  REQUIRE(writeFileAtomic(outside.path() + "/x.c", "int x;\n").ok());
  REQUIRE(::symlink((outside.path() + "/x.c").c_str(), (folder.path() + "/link.c").c_str()) == 0);
  REQUIRE(::mkfifo((folder.path() + "/pipe.c").c_str(), 0600) == 0);
  Manifest manifest = rootedAt(folder.path());
  for (const std::string &path : {outside.path() + "/x.c", std::string("link.c"),
                                  std::string("pipe.c"), std::string("<built-in>"), std::string()})
    addSource(path, manifest);
  CHECK(manifest.sources.empty());
  manifest.sources["pipe.c"] = "0123456789abcdef"; // a tampered manifest must not make us hang
  CHECK(changedSources(manifest).size() == 1);
}

TEST_CASE("the hash is that of the text that was compiled, where the tables have it") {
  Scratch folder;
  std::string top = realPath(folder.path());
  Profile profile;
  NodeTree &tree = profile.modules.emplace_back().tree;
  for (const char *name : {"built.c", "unknown.c"}) {
    REQUIRE(writeFileAtomic(top + "/" + name, "int x;\n").ok());
    tree.nodes.emplace_back().id.path = name;
  }
  addSourceHashes(tree, top);
  CHECK(tree.sources.size() == 2);
  tree.sources.erase("unknown.c");
  tree.sources["not_there.c"] = "0123456789abcdef"; // no file of any node
  REQUIRE(writeFileAtomic(top + "/built.c", "int changed_before_the_run;\n").ok());
  Manifest manifest = rootedAt(top);
  addSourcesOf(profile, {top}, manifest);
  CHECK(manifest.sources.size() == 2);
  CHECK(changedSources(manifest) == std::vector<std::string>{"built.c"});
}
