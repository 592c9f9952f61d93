// SPDX-License-Identifier: Apache-2.0
#include "driver/calibration/key.h"

#include "base/files.h"
#include "base/system.h"
#include "base/text.h"

#include <sys/stat.h>

namespace tare {
namespace {

/// How a runtime's threads wait, and where they run.
constexpr const char *settings[] = {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "KMP_BLOCKTIME",
                                    "KMP_LIBRARY",     "OMP_PLACES",     "GOMP_CPU_AFFINITY",
                                    "KMP_AFFINITY"};

/// Version of the method. It changes whenever the same runs would give other costs.
constexpr const char *calibration_method = "2";

constexpr uint64_t largest_program = uint64_t(64) << 20;

/// Size and time of a file, which tell versions apart without reading them.
std::string fileIdentity(const std::string &path) {
  struct stat about;
  if (path.empty() || ::stat(path.c_str(), &about) != 0)
    return "unknown";
  return std::to_string(about.st_size) + " bytes, " + std::to_string(about.st_mtim.tv_sec) + "." +
         std::to_string(about.st_mtim.tv_nsec);
}

std::string contentsHash(const std::string &path) {
  Result<std::string> bytes = readFile(path, largest_program);
  return bytes.ok() ? hex16(hashBytes(bytes.value())) : "unknown";
}

} // namespace

std::string procBind() {
  std::string theirs = environmentVariable("OMP_PROC_BIND");
  return theirs.empty() ? "true" : theirs;
}

CalibrationKey calibrationKey(const std::string &prefix, const ScalePrograms &programs,
                              const std::string &openmp_runtime, const std::string &runtime_file,
                              int threads) {
  std::string file = runtime_file.empty() ? "" : realPath(runtime_file);
  CalibrationKey key = {
      {"cpu", cpuModel()},
      {"kernel", kernelRelease()},
      {"openmp_runtime", openmp_runtime},
      {"openmp_file", file},
      {"openmp_file_identity", fileIdentity(file)},
      {"tare", TARE_VERSION},
      {"method", calibration_method},
      {"tare_runtime", contentsHash(prefix + "/lib/libtare-rt.so.1")},
      {"program", contentsHash(programs.plain)},
      {"program_probed", contentsHash(programs.probed)},
      {"threads", std::to_string(threads)},
      {"cores", std::to_string(coresAllowed())},
      {"OMP_PROC_BIND", procBind()},
  };
  for (const char *name : settings)
    key[name] = environmentVariable(name);
  for (auto &[name, value] : key) // it is kept as JSON
    value = printable(value);
  return key;
}

} // namespace tare
