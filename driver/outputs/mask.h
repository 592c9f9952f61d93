// SPDX-License-Identifier: Apache-2.0
// What differs between two runs of the reference, and so says nothing about other programs: a time,
// a date, an address.
#pragma once

#include "driver/outputs/output_line.h"

namespace tare {

/// A piece of a line of the reference's output.
struct OutputPlace {
  uint64_t line = 0;  // OutputLine::ordinal
  uint32_t piece = 0; // from 1; 0: the whole line

  auto operator<=>(const OutputPlace &) const = default;
};

/// At most `most_places`: further ones make the rest of the output unsure.
struct OutputMask {
  static constexpr size_t most_places = size_t(1) << 20;

  std::vector<OutputPlace> places; // in order, each once
  /// From this line on runs of the reference have other lines, so nothing can be compared.
  std::optional<uint64_t> unsure_from;

  bool operator==(const OutputMask &) const = default;
};

/// Adds what differs between the reference and another run of it.
void learnFrom(LineReader &reference, LineReader &again, OutputMask &mask);

/// Reads a mask in the order of lines.
class MaskReader {
public:
  explicit MaskReader(const OutputMask &mask) : mask_(mask) {}

  bool isUnsure(uint64_t line) const { return mask_.unsure_from && line >= *mask_.unsure_from; }
  /// Of each piece of a line whether it is masked; lines must be asked for in order.
  struct Masked {
    bool all = false;
    std::vector<bool> pieces;
  };
  Masked of(const OutputLine &line);

private:
  const OutputMask &mask_;
  size_t next_ = 0;
};

} // namespace tare
