// SPDX-License-Identifier: Apache-2.0
// Which sources an experiment measured, as hashes: so that a table can say when they have changed.
#pragma once

#include "driver/results/results.h"

#include <optional>

namespace tare {

struct Profile;

/// FNV-1a of a file's bytes, as hexadecimal digits. Nothing: it is no regular file.
std::optional<std::string> hashOfFile(const std::string &path);

/// Adds a source (absolute, or relative to the manifest's source_root) if it is a regular file
/// below that root; else nothing happens.
void addSource(const std::string &path, Manifest &manifest);

/// The folder that relative `names` of sources start from. Candidates are the folders in `near` and
/// all folders around them; the one that most names exist below wins, of equal ones the first and
/// innermost. Empty: no name exists below any.
std::string rootOfSources(const std::vector<std::string> &names,
                          const std::vector<std::string> &near);

/// Adds the file of every node in the profile. An instrumented program names its files from the
/// folder where it was built. If `near` shows which that is (as above), it becomes the manifest's
/// source_root. A hash is that of the text that was compiled, where the program's tables have it.
void addSourcesOf(const Profile &profile, const std::vector<std::string> &near, Manifest &manifest);

/// Relative paths of sources whose text is not what it was when the manifest was written.
std::vector<std::string> changedSources(const Manifest &manifest);

} // namespace tare
