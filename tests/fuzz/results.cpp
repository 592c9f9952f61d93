// SPDX-License-Identifier: Apache-2.0
// The JSON files of a results folder -> experiment -> table. Each input is tried as each of them.
#include "driver/results/results.h"
#include "analyzer/tables/account.h"
#include "base/files.h"
#include "driver/results/experiment_of.h"
#include "driver/search/search_json.h"
#include "driver/symbols/symbols.h"
#include "tests/fuzz/json_mutator.h"
#include "tests/fuzz/memory_file.h"
#include "tests/profile/profile_writer.h"

#include <fstream>

using namespace tare;

namespace {

/// For whatever run it is.
Result<Profile> readGoodProfile(const std::string &) {
  static const testing::MemoryFile file(testing::lu2Profile().bytes());
  return readProfile(file.path());
}

struct Folder {
  std::string path = makeTemporaryFolder("tare-fuzz-").value();
  ~Folder() { removeTree(path); }
};

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                                          unsigned seed) {
  return testing::mutateJson(data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const Folder folder;
  std::string text(reinterpret_cast<const char *>(data), size);
  readSearch(text);
  for (const char *name : {"manifest.json", "probe_costs.json", "calls.json"})
    std::ofstream(folder.path + "/" + name, std::ios::binary) << text;
  Experiment names;
  (void)ProbeScale::read(folder.path).ok();
  (void)readSymbols(folder.path, names).ok();
  Result<Manifest> manifest = readManifest(folder.path);
  if (!manifest.ok())
    return 0;
  Result<Experiment> experiment = experimentOf(folder.path, manifest.value(), {}, readGoodProfile);
  if (experiment.ok() && experiment.value().repetitions.size() < 4)
    (void)account(experiment.value()).ok();
  return 0;
}
