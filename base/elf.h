// SPDX-License-Identifier: Apache-2.0
// What a 64-bit little-endian ELF file holds: an object, a shared library or a program. The file is
// untrusted: elfutils' libelf checks every offset against its size.
//
//   file -> [elf] -> sections, names of libraries, symbols
#pragma once

#include "base/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct Elf; // libelf's

namespace tare {

/// Whether the file begins as an ELF file of any kind.
bool isElf(const std::string &path);

/// An entry of the dynamic section whose value is a string, such as DT_NEEDED.
struct ElfDynamicName {
  int64_t tag = 0; // DT_NEEDED and its like in <elf.h>
  std::string name;
};

struct ElfSymbol {
  const char *name; // valid while the file is open
  bool is_defined, is_function;
  bool is_exported; // stands in the table that the dynamic linker reads
};

/// One open file.
class ElfFile {
public:
  /// Error when the file cannot be read, or is no such file.
  static Result<ElfFile> open(const std::string &path);

  /// The bytes of all sections with this name, one after the other, with a NUL behind each.
  Result<std::string> sectionsNamed(std::string_view name) const;

  /// In the file's order. Empty: the file is damaged, or has none.
  std::vector<ElfDynamicName> dynamicNames() const;

  /// Whether the dynamic linker starts it: a dynamically linked program.
  bool hasInterpreter() const;

  /// Visits the symbols of all tables that can be read.
  void eachSymbol(const std::function<void(const ElfSymbol &)> &visit) const;

private:
  struct Close {
    int fd;
    void operator()(Elf *elf) const;
  };

  ElfFile(std::string path, Elf *elf, int fd) : path_(std::move(path)), elf_(elf, Close{fd}) {}

  std::string path_;
  std::unique_ptr<Elf, Close> elf_;
};

} // namespace tare
