// SPDX-License-Identifier: Apache-2.0
// Parallel regions that Tare did not build: they lie in objects and libraries that were compiled
// without it, and of templates in system headers. No probe sees them, so their time stands in the
// table as serial code, and the table must say so.
//
//   programs, node tables -> [unseen regions] -> coverage
#pragma once

#include "analyzer/accounts/experiment.h"

#include <string>
#include <vector>

namespace tare {

/// Compilers make a function of the body of each region and name it after the function that it
/// stands in: those of which no node table of the experiment knows a construct. Of the programs
/// that were run and the libraries that they load, found by the dynamic linker; only for programs
/// that Tare has just run itself. A file without symbols tells nothing, but for a library that
/// calls an OpenMP runtime: that is named alone.
std::vector<UnseenRegions> unseenRegions(const Experiment &experiment);

} // namespace tare
