// SPDX-License-Identifier: Apache-2.0
// A measured machine as a table for people.
#pragma once

#include "analyzer/machine/measured_machine.h"

#include <string>

namespace tare {

/// At most 80 columns wide: a row for each setting of a team, then what threads share.
std::string measuredMachineText(const MeasuredMachine &machine);

} // namespace tare
