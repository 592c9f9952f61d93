// SPDX-License-Identifier: Apache-2.0
// Files on a command line that can be read only once: `-c /dev/stdin`, `<(generate)`, a FIFO. We
// read a source before the compiler does, and more than once.
#pragma once

#include "base/result.h"
#include "instrumenter/wrapper/compile_command.h"

#include <string>

namespace tare {

/// Reads the pipes that the words name by our own descriptors (/dev/stdin, /dev/fd/63, @/dev/fd/63)
/// and puts memory with the same bytes in the place of each. From then on every process that we
/// start or become reads them from the beginning by the same name. The word `-` is not handled.
/// Error: the text that was read cannot be kept, and is lost.
Result<void> keepPipes(const Words &words);

/// Does a file lie there that cannot be read twice (a FIFO, a terminal)?
bool isReadOnce(const std::string &path);

/// The first such file that the command compiles or includes by an option. The first process that
/// reads it leaves nothing for the others. Empty: there is none.
std::string pipeIn(const CompileCommand &command);

} // namespace tare
