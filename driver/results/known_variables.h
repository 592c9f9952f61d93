// SPDX-License-Identifier: Apache-2.0
// Environment variables whose values are recorded: those that OpenMP, its runtimes and Tare document.
#pragma once

#include <string_view>

namespace tare {

/// Whether it is a documented one of OMP_*, KMP_*, GOMP_* or TARE_*, with the suffix that a device's
/// own value has among that (OMP_NUM_THREADS_DEV_0).
bool isKnownVariable(std::string_view name);

} // namespace tare
