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

namespace {

/// What all of them depend on.
CalibrationKey surroundings(const std::string &openmp_runtime, const std::string &runtime_file) {
  std::string file = runtime_file.empty() ? "" : realPath(runtime_file);
  return {
      {"cpu", cpuModel()},
      {"kernel", kernelRelease()},
      {"openmp_runtime", openmp_runtime},
      {"openmp_file", file},
      {"openmp_file_identity", fileIdentity(file)},
      {"tare", TARE_VERSION},
      {"cores", std::to_string(coresAllowed())},
  };
}

/// It is kept as JSON.
CalibrationKey printableKey(CalibrationKey key) {
  for (auto &[name, value] : key)
    value = printable(value);
  return key;
}

} // namespace

CalibrationKey calibrationKey(const std::string &prefix, const ScalePrograms &programs,
                              const std::string &openmp_runtime, const std::string &runtime_file,
                              int threads) {
  CalibrationKey key = surroundings(openmp_runtime, runtime_file);
  key["method"] = calibration_method;
  key["tare_runtime"] = contentsHash(libraryFolderOf(prefix) + "/libtare-rt.so.1");
  key["program"] = contentsHash(programs.plain);
  key["program_probed"] = contentsHash(programs.probed);
  key["threads"] = std::to_string(threads);
  key["OMP_PROC_BIND"] = procBind();
  for (const char *name : settings)
    key[name] = environmentVariable(name);
  return printableKey(key);
}

CalibrationKey machineKey(const std::string &openmp_runtime, const std::string &runtime_file,
                          const std::string &program) {
  CalibrationKey key = surroundings(openmp_runtime, runtime_file);
  key["program"] = contentsHash(program);
  for (const char *name : {"GOMP_SPINCOUNT", "KMP_BLOCKTIME", "KMP_LIBRARY"})
    key[name] = environmentVariable(name);
  return printableKey(key);
}

} // namespace tare
