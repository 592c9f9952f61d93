// SPDX-License-Identifier: Apache-2.0
// Which sources an experiment measured, as hashes: so that a table can say when they have changed.
#pragma once

#include "driver/results/results.h"

namespace tare {

struct Profile;

/// Adds a source (absolute, or relative to the manifest's source_root) if it is a regular file
/// below that root; else nothing happens.
void addSource(const std::string &path, Manifest &manifest);

/// The folder that relative `names` of sources are relative to: of `near` and the folders around
/// each, the one below which most of them are; of equal ones the first, and innermost. Empty when
/// none of them is below any.
std::string rootOfSources(const std::vector<std::string> &names,
                          const std::vector<std::string> &near);

/// Adds every file that a node of the profile lies in. The names of an instrumented program's files
/// begin where it was built: the manifest's source_root becomes that folder if it can be told from
/// `near` (as above), else it stays.
void addSourcesOf(const Profile &profile, const std::vector<std::string> &near, Manifest &manifest);

/// Relative paths of sources whose text is not what it was when the manifest was written.
std::vector<std::string> changedSources(const Manifest &manifest);

} // namespace tare
