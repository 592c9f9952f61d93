// SPDX-License-Identifier: Apache-2.0
// Which sources an experiment measured, as hashes: so that a table can say when they have changed.
#pragma once

#include "driver/runner/results.h"

namespace tare {

struct Profile;

/// Adds a source (absolute, or relative to the manifest's source_root) if it is a regular file
/// below that root; else nothing happens.
void addSource(const std::string &path, Manifest &manifest);

/// Adds every file that a node of the profile lies in.
void addSourcesOf(const Profile &profile, Manifest &manifest);

/// Relative paths of sources whose text is not what it was when the manifest was written.
std::vector<std::string> changedSources(const Manifest &manifest);

} // namespace tare
