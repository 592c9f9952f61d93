// SPDX-License-Identifier: Apache-2.0
// The GNU spellings of options: --compile is -c. gcc and clang both take them.
#pragma once

#include <string>

namespace tare {

/// The short spelling of an option in a long one: `--output=x.o` is `-ox.o`, and `--output` is
/// `-o`, whose value is the next word. Any other word stays as it is.
std::string shortSpelling(const std::string &word);

} // namespace tare
