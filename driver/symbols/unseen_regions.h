// SPDX-License-Identifier: Apache-2.0
// Parallel regions that Tare did not build: they lie in objects and libraries that were compiled
// without it, and in templates of system headers. No probe sees them, so their time stands in the
// table as serial code, and the table must say so.
//
//   programs, node tables -> [unseen regions] -> coverage
#pragma once

#include "analyzer/accounts/experiment.h"

#include <string>
#include <vector>

namespace tare {

/// Regions in programs that were run, and in the libraries that they load, which no node table has.
/// Compilers make a function of each region's body and name it after the function around. The
/// dynamic linker finds the libraries, so the programs must be ones that Tare has just run itself.
/// A file without symbols shows no regions; a library among them is named if it calls an OpenMP
/// runtime.
std::vector<UnseenRegions> unseenRegions(const Experiment &experiment);

} // namespace tare
