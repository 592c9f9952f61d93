// SPDX-License-Identifier: Apache-2.0
// A folder of a test's own, which goes with it.
#pragma once

#include "base/files.h"
#include "base/temporary_folder.h"

namespace tare::testing {

struct Scratch : TemporaryFolder {
  Scratch() : TemporaryFolder(makeTemporaryFolder("tare-test-").value()) {}
};

} // namespace tare::testing
