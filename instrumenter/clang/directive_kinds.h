// SPDX-License-Identifier: Apache-2.0
// Properties of a directive by its spelled name.
#pragma once

#include "instrumenter/nodes/node.h"

#include <string>
#include <vector>

namespace tare {

NodeKind kindOfDirective(const std::string &name);

/// The inner half of a combined parallel directive that can be split: For, Sections, Master or
/// Masked; else Other.
NodeKind innerHalf(const std::string &name);

/// Why no probe may stand inside the associated statement, or empty.
std::string forbiddenInside(const std::string &name);

/// Whether the associated statement is executed as code of the region around the directive.
bool keepsRegionCode(const std::string &name);

/// Whether the directive creates tasks whose bodies no probe can bracket.
bool createsHiddenTasks(const std::string &name, bool has_nowait);

/// Every directive that this Clang has a name for, C's, C++'s and Fortran's.
std::vector<std::string> directivesOfClang();

/// Whether a loop must follow the directive at once.
bool bindsLoops(const std::string &name);

} // namespace tare
