// SPDX-License-Identifier: Apache-2.0
// Offset in preprocessed text -> file and line, by the compiler's line markers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tare {

class LineMap {
public:
  struct Line {
    uint32_t offset = 0; // of its first byte
    int file = 0;        // index; see file()
    int line = 1;
    bool is_marker = false;
  };

  explicit LineMap(std::string_view text);

  /// The physical line that holds an offset.
  const Line &at(uint32_t offset) const;
  const std::vector<Line> &lines() const { return lines_; }

  int column(uint32_t offset) const { return int(offset - at(offset).offset) + 1; }
  const std::string &file(const Line &line) const { return files_[size_t(line.file)].name; }

  /// Whether the compiler's marker calls the file a system header. UserFiles corrects that.
  bool isSystem(const Line &line) const;

  /// A marker (without newline) which says that the next line is `shift` lines after `line`.
  std::string marker(const Line &line, int shift) const;

private:
  struct File {
    std::string name;    // unescaped
    std::string spelled; // with quotes and escapes
    std::string flags;   // " 3", " 3 4" or empty
    bool operator==(const File &) const = default;
  };

  bool readMarker(std::string_view line, int &number);
  int fileIndex(const File &file);

  std::vector<Line> lines_;
  std::vector<File> files_;
  int file_ = 0;
};

} // namespace tare
