// SPDX-License-Identifier: Apache-2.0
// May a unit have OpenMP in it? Read from its sources as they lie there, so that a build is not
// slowed down by its units without OpenMP.
//   command line, unit -> source and the headers that it names -> is there the word `omp`?
#pragma once

#include "instrumenter/wrapper/compilation.h"

#include <string>

namespace tare {

/// False only if the word omp stands neither in the source, nor in a header that one of its
/// #includes could mean, nor in a macro of the command line. The headers of the standard library
/// are not read: they put no directive into a user's function.
bool mayReachOpenmp(const CompileCommand &command, const std::string &source);

/// The same for one unit, which may also define main of the parallel program.
bool mayHoldConstructs(const CompileCommand &command, const Unit &unit);

/// May a source of the command hold something to measure: OpenMP, or main of the parallel program?
/// In a serial program of other sources any function may be a serial counterpart.
bool mayHoldConstructs(const Compilation &compilation);

} // namespace tare
