// SPDX-License-Identifier: Apache-2.0
#include "driver/options/programs.h"

namespace tare {

void addPrograms(Parser &parser, OverheadsOptions &options) {
  parser.text("--source", options.source, "FILE", "one source, built twice");
  parser.text("--serial", options.serial, "FILE", "or two sources: the serial program");
  parser.text("--parallel", options.parallel, "FILE", "and the OpenMP program");
  parser.text("--compiler", options.compiler, "CC",
              "default: $CC, else clang-19, another clang, cc");
  parser.text("--cflags", options.cflags, "FLAGS", "flags for compiling (default -O2)");
  parser.text("--ldflags", options.ldflags, "FLAGS", "flags for linking");
}

std::optional<std::string> checkPrograms(const OverheadsOptions &options) {
  bool two = !options.serial.empty() || !options.parallel.empty();
  if (options.source.empty() && !two)
    return "which program? give --source FILE, or --serial FILE --parallel FILE";
  if (!options.source.empty() && two)
    return "--source is one source for both programs; leave out --serial, --parallel";
  if (two && (options.serial.empty() || options.parallel.empty()))
    return "--serial and --parallel go together; one source for both is --source";
  return std::nullopt;
}

} // namespace tare
