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
    bool has_code = false; // it holds more than a directive
  };

  explicit LineMap(std::string_view text);

  /// The physical line that holds an offset.
  const Line &at(uint32_t offset) const;
  const std::vector<Line> &lines() const { return lines_; }

  int column(uint32_t offset) const { return int(offset - at(offset).offset) + 1; }
  const std::string &file(const Line &line) const { return files_[size_t(line.file)].name; }

  /// Whether the compiler's marker calls the file a system header. UserFiles corrects that.
  bool isSystem(const Line &line) const;

  /// The line of the outermost `#include` behind `begin` through which the text at `offset` came.
  /// Null: it was not included there. Costs a step for each include between the two.
  const Line *includedAt(uint32_t offset, uint32_t begin) const;
  /// Whether what such a line includes holds more than directives.
  bool includesCode(const Line &include) const;

  /// A marker (without newline) which says that the next line is `shift` lines after `line`.
  std::string marker(const Line &line, int shift) const;

private:
  struct File {
    std::string name;    // unescaped
    std::string spelled; // with quotes and escapes
    std::string flags;   // " 3", " 3 4" or empty
    bool operator==(const File &) const = default;
  };

  /// A marker that enters an included file (1), or returns from it (2).
  struct Move {
    uint32_t line = 0; // index
    bool enters = false;
  };

  bool readMarker(std::string_view line, int &number);
  void noteMove(std::string_view flags);
  int fileIndex(const File &file);

  std::vector<Line> lines_;
  std::vector<Move> moves_;
  std::vector<File> files_;
  int file_ = 0;
};

/// The text with a marker of `file` in front, if it begins with none (gcc -E -P). Without a marker
/// its lines belong to no file.
std::string withFirstMarker(std::string text, const std::string &file);

} // namespace tare
