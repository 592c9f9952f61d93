// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/openmp_build.h"

#include "base/files.h"
#include "base/process.h"

namespace tare {

bool isDebugRuntime(const std::string &file) {
  Result<std::string> bytes = readFile(file, uint64_t(256) << 20);
  return bytes.ok() && bytes.value().find("__kmpc_for_static_init: T#") != std::string::npos;
}

OpenMPRuntime openMPRuntimeOf(const Profile &profile, const std::string &loaded) {
  OpenMPRuntime runtime{profile.openmp_runtime, loaded};
  if (runtime.name == "libomp") // libgomp has no such build
    runtime.debug_build = isDebugRuntime(loaded.empty() ? findProgram(profile.program) : loaded);
  return runtime;
}

} // namespace tare
