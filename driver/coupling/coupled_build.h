// SPDX-License-Identifier: Apache-2.0
// The programs whose kernels are coupled: one to be timed, and one that counts the blocks of code
// that it executes. Built by `tare cc --couple`; their list of calls says what was refused.
#pragma once

#include "analyzer/coupling/verdicts.h"
#include "driver/building/build.h"

#include <string>
#include <vector>

namespace tare {

struct CoupledPrograms {
  std::string timed, counted;         // paths; no `counted`: the compiler cannot count
  std::string line;                   // how the plain program is compiled, for people
  std::vector<KernelRefusal> refused; // by the rewriting
  std::vector<std::string> notes;
};

/// Builds both in request.folder. Error: the program cannot be built. A program that cannot be
/// built to count is a note.
Result<CoupledPrograms> buildCoupled(ProcessRunner &processes, const BuildRequest &request,
                                     const std::vector<std::string> &kernels);

/// The same of programs that the user built with `tare cc --couple`; `counted` may be empty.
Result<CoupledPrograms> coupledPrograms(const std::string &timed, const std::string &counted,
                                        const std::vector<std::string> &kernels);

/// What the list of a program says of kernels that are refused, each once. A kernel that nobody
/// calls is refused. Untrusted input.
Result<std::vector<KernelRefusal>> refusalsInList(const std::string &list,
                                                  const std::vector<std::string> &kernels);

} // namespace tare
