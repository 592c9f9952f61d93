// SPDX-License-Identifier: Apache-2.0
// The begin of a request to `tare archive serve` -> what is handed on, its path and parameters.
#include "driver/archive/serve_gate.h"

#include <algorithm>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view input(reinterpret_cast<const char *>(data), size);
  tare::WebRequest request;
  tare::readTarget(input, request);
  (void)tare::isLoopbackName(input);
  tare::Result<std::string> head = tare::checkedHead(input);
  if (!head.ok()) {
    int status = head.error().exit_status;
    if (status < 400 || status > 599)
      __builtin_trap();
    return 0;
  }
  // What is handed on is a head itself: the request line, five headers at most, an empty line.
  tare::Result<std::string> again = tare::checkedHead(head.value());
  if (!again.ok() || again.value() != head.value() || std::ranges::count(head.value(), '\n') > 7)
    __builtin_trap();
  return 0;
}
