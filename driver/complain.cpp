// SPDX-License-Identifier: Apache-2.0
// How errors and results reach a person. Nothing in an error can drive a terminal.
#include "driver/verbs.h"

#include "base/text.h"

#include <cstdio>

namespace tare {

void complain(const Error &error) {
  std::fprintf(stderr, "tare: %s\n", printable(error.text()).c_str());
}

int fail(const Error &error) {
  complain(error);
  if (error.signal)
    return 128 + error.signal;
  return error.exit_status ? error.exit_status : exit_usage;
}

bool print(const std::string &text) {
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fflush(stdout) == 0 && written;
}

} // namespace tare
