// SPDX-License-Identifier: Apache-2.0
// Which OpenMP runtime a program ran on, and how that was built.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/profile/profile.h"

#include <string>

namespace tare {

/// Whether the file holds an OpenMP runtime that was built for debugging (KMP_DEBUG): Debian's
/// libomp is one. It formats a message, which it does not print, each time that a thread begins a
/// loop or fetches a chunk. The message is in the file. Reads the whole file.
bool isDebugRuntime(const std::string &file);

/// `loaded`: Window::openmp_file of the same run. Where it is empty, the runtime is looked for in
/// the program itself.
OpenMPRuntime openMPRuntimeOf(const Profile &profile, const std::string &loaded);

} // namespace tare
