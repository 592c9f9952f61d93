// SPDX-License-Identifier: Apache-2.0
// Tables are found in ELF files, and damaged files are refused.
#include "base/files.h"
#include "catch.hpp"
#include "instrumenter/nodes/node_table.h"

#include <cstring>
#include <elf.h>

using namespace tare;

namespace {

/// A file in a folder that goes when the test ends.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &bytes) : folder_(makeTemporaryFolder("tare-elf-")) {
    REQUIRE(folder_.ok());
    REQUIRE(writeFileAtomic(path(), bytes).ok());
  }
  ~TemporaryFile() { removeTree(folder_.value()); }
  std::string path() const { return folder_.value() + "/file"; }

private:
  Result<std::string> folder_;
};

template <class T> void append(std::string &bytes, const T &value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof(T));
}

Elf64_Shdr section(uint32_t name, uint32_t type, uint64_t offset, uint64_t size) {
  Elf64_Shdr header = {};
  header.sh_name = name;
  header.sh_type = type;
  header.sh_offset = offset;
  header.sh_size = size;
  return header;
}

/// Header, content of `tare_nodes`, section names, section table.
std::string makeElf(const std::string &content) {
  const std::string names("\0tare_nodes\0.shstrtab\0", 22);
  Elf64_Ehdr head = {};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS64;
  head.e_ident[EI_DATA] = ELFDATA2LSB;
  head.e_ident[EI_VERSION] = EV_CURRENT;
  head.e_shoff = sizeof(head) + content.size() + names.size();
  head.e_shentsize = sizeof(Elf64_Shdr);
  head.e_shnum = 3;
  head.e_shstrndx = 2;
  std::string bytes;
  append(bytes, head);
  bytes += content + names;
  append(bytes, Elf64_Shdr());
  append(bytes, section(1, SHT_PROGBITS, sizeof(head), content.size()));
  append(bytes, section(12, SHT_STRTAB, sizeof(head) + content.size(), names.size()));
  return bytes;
}

std::string tableOf(const std::string &unit) {
  NodeTree tree;
  tree.unit = unit;
  return writeNodeTable(tree);
}

std::string paddedTables() {
  return tableOf("a.c") + std::string(13, '\0') + tableOf("b.c") + tableOf("c.c") +
         std::string(1, '\0');
}

} // namespace

TEST_CASE("all tables of a file are found, however they are separated") {
  TemporaryFile file(makeElf(paddedTables()));
  Result<std::vector<NodeTree>> trees = readNodeTablesFromElf(file.path());
  REQUIRE(trees.ok());
  REQUIRE(trees.value().size() == 3);
  CHECK(trees.value()[0].unit == "a.c");
  CHECK(trees.value()[1].unit == "b.c");
  CHECK(trees.value()[2].unit == "c.c");
}

TEST_CASE("a file without the section has no tables") {
  Result<std::vector<NodeTree>> trees = readNodeTablesFromElf("/proc/self/exe");
  REQUIRE(trees.ok());
  CHECK(trees.value().empty());
}

TEST_CASE("what is no ELF file is refused") {
  CHECK_FALSE(readNodeTablesFromElf("/nonexistent/file").ok());
  CHECK_FALSE(readNodeTablesFromElf(TemporaryFile("").path()).ok());
  CHECK_FALSE(readNodeTablesFromElf(TemporaryFile("int main(void) {}\n").path()).ok());
  std::string other_class = makeElf("");
  other_class[EI_CLASS] = ELFCLASS32;
  CHECK_FALSE(readNodeTablesFromElf(TemporaryFile(other_class).path()).ok());
}

TEST_CASE("an ELF file that is cut is refused") {
  std::string whole = makeElf(paddedTables());
  for (size_t length = 0; length < whole.size(); length += 7)
    CHECK_FALSE(readNodeTablesFromElf(TemporaryFile(whole.substr(0, length)).path()).ok());
}

TEST_CASE("wild offsets in an ELF file are refused") {
  const std::string good = makeElf(paddedTables());
  Elf64_Ehdr head;
  std::memcpy(&head, good.data(), sizeof(head));
  for (uint64_t offset : {uint64_t(1), uint64_t(1) << 63, ~uint64_t(0), ~uint64_t(0) - 63}) {
    std::string bad = good;
    std::memcpy(bad.data() + offsetof(Elf64_Ehdr, e_shoff), &offset, sizeof(offset));
    Result<std::vector<NodeTree>> trees = readNodeTablesFromElf(TemporaryFile(bad).path());
    CHECK((!trees.ok() || trees.value().empty()));
    bad = good;
    std::memcpy(bad.data() + head.e_shoff + sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, sh_offset),
                &offset, sizeof(offset));
    trees = readNodeTablesFromElf(TemporaryFile(bad).path());
    CHECK((!trees.ok() || trees.value().size() <= 3));
  }
}
