// SPDX-License-Identifier: Apache-2.0
#include "driver/outputs/mask.h"

#include "driver/outputs/side_by_side.h"

#include <algorithm>
#include <iterator>

namespace tare {
namespace {

/// Appends the places where two lines differ.
void addPlaces(const OutputLine &line, const OutputLine &again, std::vector<OutputPlace> &places) {
  if (line.pieces.size() != again.pieces.size()) {
    places.push_back({line.ordinal, 0});
    return;
  }
  for (size_t i = 0; i < line.pieces.size(); ++i)
    if (!isSameText(line, again, i))
      places.push_back({line.ordinal, static_cast<uint32_t>(i) + 1});
}

void addUnsure(uint64_t line, OutputMask &mask) {
  mask.unsure_from = std::min(line, mask.unsure_from.value_or(line));
}

} // namespace

/// With other numbers of lines, nobody knows which lines belong together behind the first that are
/// not alike.
void learnFrom(LineReader &reference, LineReader &again, OutputMask &mask) {
  SideBySide sides(reference, again);
  std::vector<OutputPlace> found;
  std::optional<uint64_t> first_unlike;
  uint64_t behind = 0; // the line after the last one that both have
  while (sides.next()) {
    if (!sides.left() || !sides.right()) {
      addUnsure(first_unlike.value_or(sides.left() ? sides.left()->ordinal : behind), mask);
      break;
    }
    behind = sides.left()->ordinal + 1;
    if (!first_unlike && !sides.areAlike())
      first_unlike = sides.left()->ordinal;
    addPlaces(*sides.left(), *sides.right(), found);
    if (found.size() > OutputMask::most_places) {
      addUnsure(sides.left()->ordinal, mask);
      break;
    }
  }
  std::vector<OutputPlace> all;
  std::ranges::set_union(mask.places, found, std::back_inserter(all));
  if (all.size() > OutputMask::most_places) {
    addUnsure(all[OutputMask::most_places].line, mask);
    all.resize(OutputMask::most_places);
  }
  mask.places = std::move(all);
}

MaskReader::Masked MaskReader::of(const OutputLine &line) {
  while (next_ < mask_.places.size() && mask_.places[next_].line < line.ordinal)
    ++next_;
  Masked masked{false, std::vector<bool>(line.pieces.size())};
  for (; next_ < mask_.places.size() && mask_.places[next_].line == line.ordinal; ++next_) {
    uint32_t piece = mask_.places[next_].piece;
    masked.all |= piece == 0;
    if (piece > 0 && piece <= masked.pieces.size())
      masked.pieces[piece - 1] = true;
  }
  return masked;
}

} // namespace tare
