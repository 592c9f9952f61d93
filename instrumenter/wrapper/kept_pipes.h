// SPDX-License-Identifier: Apache-2.0
// Files on a command line that can be read only once: `-c /dev/stdin`, `<(generate)`, a FIFO.
// We read a source before the compiler does, and more than once.
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace tare {

/// Reads the pipes that the words name by our own descriptors (/dev/stdin, /dev/fd/63, @/dev/fd/63)
/// and puts memory with the same bytes in the place of each: from then on every process that we
/// start or become reads them from the beginning, by the same name. `-` is not one of these words.
/// Error: what was read cannot be kept, and is lost.
Result<void> keepPipes(const std::vector<std::string> &words);

/// Does a file lie there that cannot be read twice (a FIFO, a terminal)?
bool isReadOnce(const std::string &path);

} // namespace tare
