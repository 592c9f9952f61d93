// SPDX-License-Identifier: Apache-2.0
// Node table -> what is made of one: pairs with itself, places to search, what its probes cost.
#include "analyzer/cost/static_frequencies.h"
#include "driver/search/places.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/nodes/pairing.h"
#include "tests/fuzz/json_mutator.h"

using namespace tare;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                                          unsigned seed) {
  return testing::mutateJson(data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Result<NodeTree> read = readNodeTable({reinterpret_cast<const char *>(data), size});
  if (!read.ok())
    return 0;
  if (!readNodeTable(writeNodeTable(read.value())).ok())
    __builtin_trap();
  std::vector<NodeTree> program{read.value()};
  pairPrograms(program, program);
  placesOf(program);
  staticFrequencies(program, 2);
  return 0;
}
