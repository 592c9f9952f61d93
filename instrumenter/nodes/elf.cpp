// SPDX-License-Identifier: Apache-2.0
// Finds sections, `tare_nodes` above all, of a 64-bit little-endian ELF file: an object, a shared
// library or a program. The file is untrusted: every offset is checked against its size.
#include "instrumenter/nodes/elf_section.h"

#include "base/files.h"
#include "instrumenter/nodes/node_table.h"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <optional>

namespace tare {

namespace {

constexpr uint64_t file_limit = uint64_t(4) << 30;

/// Bytes with bounds: what lies outside reads as nothing.
class Bytes {
public:
  explicit Bytes(const std::string &text) : text_(text) {}

  template <class T> std::optional<T> at(uint64_t offset) const {
    T value;
    if (offset > text_.size() || text_.size() - offset < sizeof(T))
      return std::nullopt;
    std::memcpy(&value, text_.data() + offset, sizeof(T));
    return value;
  }

  std::optional<std::string_view> slice(uint64_t offset, uint64_t size) const {
    if (offset > text_.size() || text_.size() - offset < size)
      return std::nullopt;
    return std::string_view(text_).substr(offset, size);
  }

private:
  const std::string &text_;
};

bool isElf64(const std::optional<Elf64_Ehdr> &header) {
  return header && std::memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
         header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB;
}

std::optional<Elf64_Shdr> sectionHeader(const Bytes &bytes, const Elf64_Ehdr &head,
                                        uint64_t index) {
  if (head.e_shentsize != sizeof(Elf64_Shdr))
    return std::nullopt;
  uint64_t offset = head.e_shoff + index * sizeof(Elf64_Shdr);
  return offset < head.e_shoff ? std::nullopt : bytes.at<Elf64_Shdr>(offset);
}

/// Files with 65280 sections or more keep the true counts in section 0.
struct SectionCounts {
  uint64_t sections = 0;
  uint64_t names = 0;
};

std::optional<SectionCounts> sectionCounts(const Bytes &bytes, const Elf64_Ehdr &head) {
  SectionCounts counts{head.e_shnum, head.e_shstrndx};
  if (head.e_shnum != 0 && head.e_shstrndx != SHN_XINDEX)
    return counts;
  auto first = sectionHeader(bytes, head, 0);
  if (!first)
    return std::nullopt;
  if (head.e_shnum == 0)
    counts.sections = first->sh_size;
  if (head.e_shstrndx == SHN_XINDEX)
    counts.names = first->sh_link;
  return counts;
}

/// All sections of that name, one after the other.
Result<std::string> sectionsNamed(const Bytes &bytes, std::string_view wanted,
                                  const std::string &path) {
  auto head = bytes.at<Elf64_Ehdr>(0);
  if (!isElf64(head))
    return Error{"not a 64-bit little-endian ELF file", path};
  if (head->e_shoff == 0)
    return std::string();
  Error broken{"its section table is damaged", path};
  auto counts = sectionCounts(bytes, *head);
  auto names = counts ? sectionHeader(bytes, *head, counts->names) : std::nullopt;
  auto strings = names ? bytes.slice(names->sh_offset, names->sh_size) : std::nullopt;
  if (!strings)
    return broken;
  std::string found;
  for (uint64_t i = 0; i < counts->sections; ++i) {
    auto section = sectionHeader(bytes, *head, i);
    if (!section)
      return broken;
    if (section->sh_type == SHT_NOBITS || elfNameAt(*strings, section->sh_name) != wanted)
      continue;
    auto content = bytes.slice(section->sh_offset, section->sh_size);
    if (!content)
      return broken;
    found.append(*content).push_back('\0');
  }
  return found;
}

} // namespace

std::string_view elfNameAt(std::string_view strings, uint64_t offset) {
  if (offset >= strings.size())
    return {};
  std::string_view rest = strings.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

Result<std::string> readElfSections(const std::string &path, std::string_view name) {
  Result<std::string> file = readFile(path, file_limit);
  if (!file.ok())
    return file.error();
  return sectionsNamed(Bytes(file.value()), name, path);
}

bool isElf(const std::string &path) {
  char magic[SELFMAG] = {};
  std::ifstream stream(path, std::ios::binary);
  return stream.read(magic, SELFMAG) && std::memcmp(magic, ELFMAG, SELFMAG) == 0;
}

Result<std::vector<NodeTree>> readNodeTablesFromElf(const std::string &path) {
  Result<std::string> section = readElfSections(path, "tare_nodes");
  if (!section.ok())
    return section.error();
  std::vector<NodeTree> trees;
  std::string_view rest = section.value();
  for (size_t at = rest.find(node_table_magic); at != rest.npos; at = rest.find(node_table_magic)) {
    rest = rest.substr(at);
    size_t end = std::min(rest.find('\0'), rest.find(node_table_magic, 1));
    Result<NodeTree> tree = readNodeTable(rest.substr(0, end));
    if (!tree.ok())
      return Error{tree.error().message, path};
    trees.push_back(std::move(tree).value());
    rest = rest.substr(std::min(end, rest.size()));
  }
  return trees;
}

} // namespace tare
