// SPDX-License-Identifier: Apache-2.0
#include "driver/mpi/network_store.h"

#include "analyzer/launch/launch.h"
#include "base/files.h"
#include "base/json/fields.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/calibration/kept_file.h"
#include "runtime/mpi/message_format.h"

#include <algorithm>

namespace tare {
namespace {

constexpr uint64_t largest_network_file = 1 << 24;

/// Version of the method. It changes whenever the same network would give other tables.
constexpr const char *network_method = "1";

/// They choose how MPI's messages travel, and how its ranks wait.
constexpr std::string_view transport_variables[] = {
    "OMPI_MCA_", "PMIX_MCA_", "MPIR_CVAR_", "MPICH_", "I_MPI_", "MV2_", "UCX_", "FI_", "PSM2_"};

void storedNetworkFields(json::Fields &io, StoredNetwork &stored) {
  networkFields(io, stored.network);
  io.required("key", stored.key);
  io.optional("launch", stored.launch);
  io.optional("hosts", stored.hosts);
  io.optional("disturbed", stored.disturbed);
  io.required("measured_utc", stored.measured_utc);
}

Result<std::optional<StoredNetwork>> findNetwork(const std::string &path,
                                                 const CalibrationKey &key) {
  return findKept<StoredNetwork>(path, key, largest_network_file, storedNetworkFields,
                                 {"is no network table: ", "was measured on something else",
                                  "remove the file, and measure again: tare calibrate --network"});
}

/// Words behind an option that says how many ranks there are, with itself; 0: it is another one.
size_t wordsOfCount(const std::string &word) {
  for (std::string_view name : {"-n", "-np", "--n", "--np", "--ntasks", "-c"})
    if (word == name)
      return 2;
  bool is_glued = word.size() > 2 && startsWith(word, "-n") &&
                  word.find_first_not_of("0123456789", 2) == std::string::npos;
  return is_glued || startsWith(word, "--ntasks=") ? 1 : 0;
}

/// "orterun --bind-to core" of "mpirun.openmpi -n 4 --bind-to core ./heat".
std::string launcherOf(const Launch &launch) {
  std::vector<std::string> words;
  for (size_t i = 0; i < std::min(launch.program, launch.words.size());) {
    const std::string &word = launch.words[i];
    std::string path = startsWith(word, "-") ? "" : findProgram(word);
    if (size_t count = wordsOfCount(word)) {
      i += count;
      continue;
    }
    words.push_back(path.empty() ? word : baseName(realPath(path)));
    ++i;
  }
  return joinText(words, " ");
}

std::string transportOf(const Launch &launch) {
  std::map<std::string, std::string> set = environmentVariables();
  for (const auto &[name, value] : launch.environment)
    set[name] = value;
  for (const std::string &name : launch.unset)
    set.erase(name);
  std::string text;
  for (const auto &[name, value] : set)
    for (std::string_view prefix : transport_variables)
      if (startsWith(name, prefix))
        text += name + "=" + value + "\n";
  return text.empty() ? "" : hex16(hashBytes(text));
}

/// As a message file has it: short, and with blanks for tabs.
std::string recordedLibrary(std::string library) {
  constexpr size_t most = sizeof(tare_mf_header::library) - 1;
  library = library.substr(0, std::min(most, library.find_first_of("\r\n")));
  std::ranges::replace(library, '\t', ' ');
  return printable(library);
}

bool isOfThisMachine(const CalibrationKey &key, const CalibrationKey &asked) {
  for (const char *name : {"cpu", "kernel", "library", "method"})
    if (!key.contains(name) || key.at(name) != asked.at(name))
      return false;
  return true;
}

} // namespace

CalibrationKey networkKey(const NetworkUse &use) {
  Launch launch = launchOf(use.command);
  if (launch.program == 0) // named without a folder, or it lies on the search path
    launch = launchHere(use.command);
  return {{"cpu", printable(cpuModel())},
          {"kernel", printable(kernelRelease())},
          {"launcher", printable(launcherOf(launch))},
          {"library", recordedLibrary(use.library)},
          {"method", network_method},
          {"transport", transportOf(launch)}};
}

std::string networkPath(const std::string &folder, const CalibrationKey &key) {
  return folder + "/network-" + calibrationPath(folder, key).substr(folder.size() + 1);
}

Result<std::optional<KeptNetwork>> keptNetwork(const std::string &folder, const NetworkUse &use) {
  if (folder.empty())
    return std::optional<KeptNetwork>();
  CalibrationKey key = networkKey(use);
  TARE_TRY(std::optional<StoredNetwork> exact, findNetwork(networkPath(folder, key), key));
  if (exact)
    return std::optional(KeptNetwork{std::move(*exact), true});
  std::optional<KeptNetwork> newest;
  for (const std::string &name : listFolder(folder)) {
    if (!startsWith(name, "network-") || !endsWith(name, ".json"))
      continue;
    auto other = json::readFrom<StoredNetwork>(folder + "/" + name, largest_network_file,
                                               "is no network table: ", storedNetworkFields);
    if (!other.ok())
      return other.error();
    bool is_newer = !newest || newest->stored.measured_utc < other.value().measured_utc;
    if (is_newer && isOfThisMachine(other.value().key, key))
      newest = KeptNetwork{std::move(other).value(), false};
  }
  return newest;
}

Result<void> keepNetwork(const std::string &folder, const StoredNetwork &stored) {
  return keepFile(networkPath(folder, stored.key), storedNetworkJson(stored));
}

std::string storedNetworkJson(const StoredNetwork &stored) {
  return json::write(stored, storedNetworkFields) + "\n";
}

} // namespace tare
