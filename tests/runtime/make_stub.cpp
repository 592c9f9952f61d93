// SPDX-License-Identifier: Apache-2.0
// make_stub SOURCE HASH NODES RUNTIME [c++] [weak] [fallback] [static]: the source between the two
// halves of a stub, on stdout. For programs with hand-written probes; tests only.
#include "base/files.h"
#include "instrumenter/rewrite/stub.h"

#include <cstdio>
#include <cstring>

int main(int argc, char **argv) {
  if (argc < 5)
    return 2;
  const auto text = tare::readFile(argv[1]);
  if (!text.ok())
    return 3;
  tare::StubRequest request;
  request.hash = argv[2];
  request.node_count = static_cast<uint32_t>(std::atoi(argv[3]));
  request.table = "{\"tare_nodes\":1,\"unit\":\"" + std::string(argv[2]) +
                  "\",\"text\":\"quotes \\\" and \?\?/ trigraphs\"}";
  request.runtime_path = argv[4];
  for (int i = 5; i < argc; ++i) {
    request.cplusplus |= std::strcmp(argv[i], "c++") == 0;
    request.weak_openmp |= std::strcmp(argv[i], "weak") == 0;
    request.fallback |= std::strcmp(argv[i], "fallback") == 0;
    request.static_link |= std::strcmp(argv[i], "static") == 0;
    if (std::strncmp(argv[i], "pad=", 4) == 0)
      request.table += std::string(static_cast<size_t>(std::atoi(argv[i] + 4)), '.');
  }
  const std::string output = "# 1 \"" + std::string(argv[1]) + "\"\n" +
                             tare::stubPrologue(request) + "# 1 \"" + argv[1] + "\"\n" +
                             text.value() + tare::stubEpilogue(request);
  std::fwrite(output.data(), 1, output.size(), stdout);
  return 0;
}
