// SPDX-License-Identifier: Apache-2.0
// Names and symbols of ELF files; damaged ones end in nothing or an error.
#include "base/elf.h"
#include "base/files.h"
#include "base/temporary_folder.h"
#include "catch.hpp"

#include <algorithm>
#include <elf.h>
#include <random>

using namespace tare;

namespace {

std::string windowLibrary() { return installPrefix() + "/lib/libtare-window.so"; }

bool has(const std::vector<ElfDynamicName> &names, int64_t tag, const std::string &name) {
  return std::ranges::any_of(
      names, [&](const ElfDynamicName &one) { return one.tag == tag && one.name == name; });
}

/// Everything that can be asked for; how much was found.
size_t readAll(const std::string &path) {
  Result<ElfFile> file = ElfFile::open(path);
  if (!file.ok())
    return 0;
  size_t found = file.value().dynamicNames().size() + file.value().hasInterpreter();
  if (Result<std::string> text = file.value().sectionsNamed(".text"); text.ok())
    found += text.value().size();
  file.value().eachSymbol(
      [&](const ElfSymbol &symbol) { found += std::string(symbol.name).size(); });
  return found;
}

} // namespace

TEST_CASE("a program has an interpreter, libraries and symbols") {
  Result<ElfFile> file = ElfFile::open("/proc/self/exe");
  REQUIRE(file.ok());
  CHECK(file.value().hasInterpreter());
  CHECK(has(file.value().dynamicNames(), DT_NEEDED, "libc.so.6"));
  bool has_main = false, has_undefined = false, has_exported = false;
  file.value().eachSymbol([&](const ElfSymbol &symbol) {
    has_main |= std::string(symbol.name) == "main" && symbol.is_defined && symbol.is_function;
    has_undefined |= !symbol.is_defined;
    has_exported |= symbol.is_exported;
  });
  CHECK(has_main);
  CHECK(has_undefined);
  CHECK(has_exported);
}

TEST_CASE("a library has none that starts it") {
  Result<ElfFile> file = ElfFile::open(windowLibrary());
  REQUIRE(file.ok());
  CHECK_FALSE(file.value().hasInterpreter());
  CHECK(file.value().sectionsNamed(".text").value().size() > 100);
  CHECK(file.value().sectionsNamed("tare_nodes").value().empty());
}

TEST_CASE("what cannot be read says so") {
  CHECK(ElfFile::open("/nonexistent/file").error().text() ==
        "/nonexistent/file: cannot read: No such file or directory");
  CHECK_FALSE(ElfFile::open("/").ok());
  CHECK_FALSE(ElfFile::open("/dev/null").ok());
}

TEST_CASE("bytes of an ELF file may be anything") {
  std::string whole = readFile(windowLibrary(), uint64_t(1) << 20).value();
  TemporaryFolder folder(makeTemporaryFolder("tare-elf-").value());
  std::string path = folder.path() + "/file";
  std::mt19937 chance(1);
  for (int round = 0; round < 400; ++round) {
    std::string bad = whole;
    for (int i = 0; i < 8; ++i) { // in the heads of the file, of its segments and of its sections
      size_t head = chance() % 1024, table = bad.size() - 1 - chance() % 2048;
      bad[i % 2 ? head : table] = static_cast<char>(chance());
    }
    if (round % 4 == 0)
      bad.resize(chance() % bad.size());
    REQUIRE(writeFileAtomic(path, bad).ok());
    CHECK(readAll(path) < 100 * whole.size());
  }
}
