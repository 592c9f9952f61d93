// SPDX-License-Identifier: Apache-2.0
// How a body's hash is put together from the hashes of its parts. Pairing repeats it for runs of
// statements, so both must do exactly the same.
#pragma once

#include "base/text.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tare {

class Mixer {
public:
  explicit Mixer(std::string_view tag) { addText(tag); }

  void add(uint64_t value) {
    state_ = (state_ ^ value) * 0x9e3779b97f4a7c15ull;
    state_ ^= state_ >> 29;
  }
  void addText(std::string_view text) { add(hashBytes(text)); }

  /// Never 0: that stands for "no body".
  uint64_t value() const { return state_ ? state_ : 1; }

private:
  uint64_t state_ = 0x7461726570616972ull;
};

/// Statements one after the other. One alone is itself: braces around it mean nothing.
inline uint64_t hashOfSequence(const std::vector<uint64_t> &statements) {
  if (statements.size() == 1)
    return statements.front();
  Mixer mixer("sequence");
  for (uint64_t statement : statements)
    mixer.add(statement);
  return mixer.value();
}

} // namespace tare
