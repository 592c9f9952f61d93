// SPDX-License-Identifier: Apache-2.0
// What is kept of this machine, for predictions on it.
#pragma once

#include "driver/whatif/questions.h"

namespace tare {

/// Nothing is measured now. What cannot be read is as if it were not kept, and says so once.
MachineFacts machineFacts();

} // namespace tare
