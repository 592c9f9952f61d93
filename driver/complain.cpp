// SPDX-License-Identifier: Apache-2.0
// How errors reach a person: one line on stderr, and nothing in it that could drive a terminal.
#include "driver/verbs.h"

#include "base/text.h"

#include <cstdio>

namespace tare {

void complain(const Error &error) {
  std::fprintf(stderr, "tare: %s\n", printable(error.text()).c_str());
}

int fail(const Error &error, int status) {
  complain(error);
  return error.signal ? 128 + error.signal : status; // as a shell reports it
}

} // namespace tare
