// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/source_lines.h"

#include <algorithm>

namespace tare {
namespace {

constexpr int before = 3, after = 3; // lines around a construct
constexpr int most_of_one = 12;      // of its own lines, as many as these

SourceBlock blockOf(const ShownPlace &place, int lines) {
  int end = std::clamp(place.end_line, place.line, place.line + most_of_one - 1);
  return {std::max(1, place.line - before), std::min(lines, end + after)};
}

/// Blocks that touch become one; of a gap of one line nothing would be saved.
std::vector<SourceBlock> joined(std::vector<SourceBlock> blocks) {
  std::ranges::sort(blocks, {}, &SourceBlock::first);
  std::vector<SourceBlock> all;
  for (const SourceBlock &block : blocks)
    if (!all.empty() && block.first <= all.back().last + 2)
      all.back().last = std::max(all.back().last, block.last);
    else
      all.push_back(block);
  return all;
}

} // namespace

std::string SourceLines::anchor(const std::string &file, int line) const {
  for (size_t i = 0; i < files.size(); ++i)
    if (files[i].source->file == file && files[i].constructs_at.contains(line))
      return side + std::to_string(i + 1) + "-" + std::to_string(line);
  return "";
}

SourceLines sourceLinesOf(std::span<const ShownPlace> places, const PageSources *sources,
                          int most_lines, char side) {
  SourceLines shown;
  shown.side = side;
  std::map<std::string, size_t> index;
  int lines = 0;
  for (size_t i = 0; sources && i < places.size(); ++i) {
    const ShownPlace &place = places[i];
    auto source = std::ranges::find(sources->files, place.file, &PageSource::file);
    if (source == sources->files.end() || place.line < 1 || place.line > int(source->lines.size()))
      continue;
    auto [entry, is_new] = index.try_emplace(std::string(place.file), shown.files.size());
    SourceBlock block = blockOf(place, int(source->lines.size()));
    bool is_there = !is_new && shown.files[entry->second].constructs_at.contains(place.line);
    if (!is_there && lines + block.last - block.first + 1 > most_lines) {
      ++shown.left_out;
      if (is_new)
        index.erase(entry);
      continue;
    }
    if (is_new)
      shown.files.push_back({&*source, {}, {}});
    ShownSource &file = shown.files[entry->second];
    file.constructs_at[place.line].push_back(i);
    if (!is_there)
      lines += block.last - block.first + 1;
    file.blocks.push_back(block);
  }
  for (ShownSource &file : shown.files)
    file.blocks = joined(std::move(file.blocks));
  return shown;
}

SourceLines sourceLinesOf(const Table &table, const PageSources *sources) {
  std::vector<ShownPlace> places;
  for (const ConstructLines &construct : table.constructs)
    places.push_back({construct.file, construct.line, construct.end_line});
  constexpr int most_of_page = 3000;
  return sourceLinesOf(places, sources, most_of_page, 's');
}

} // namespace tare
