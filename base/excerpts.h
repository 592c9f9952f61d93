// SPDX-License-Identifier: Apache-2.0
// Two texts of one line each, cut to the part where they first differ.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace tare {

struct Excerpts {
  std::optional<std::string> left, right; // nothing: that text is missing
};

/// Both texts from the same place on, so that the first difference is seen, each with at most
/// `length` bytes; "..." stands for what was cut off. No character of UTF-8 is cut in two.
Excerpts excerptsOf(const std::optional<std::string> &left, const std::optional<std::string> &right,
                    size_t length);

} // namespace tare
