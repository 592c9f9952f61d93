// SPDX-License-Identifier: Apache-2.0
// Which build of a program it is: what compiled it, what the linker called it, which commit its
// source is.
//
//   program, folder of its source -> [program build] -> Build
#pragma once

#include "analyzer/ledger/ledger.h"
#include "base/process.h"

#include <string>

namespace tare {

/// What is not known stays empty: a stripped program, a source that is in no repository, no git.
/// Asks git, for at most 10 s; a repository's own settings do not run anything.
ProgramBuild buildOfProgram(const std::string &program, const std::string &source_root,
                            ProcessRunner &processes);

} // namespace tare
