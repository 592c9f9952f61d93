// SPDX-License-Identifier: Apache-2.0
// Other tools' documents -> what the index of an archive has of them; formulas of templates. The
// first line is the name of the format.
#include "analyzer/archive/foreign.h"
#include "analyzer/archive/templates.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string input(reinterpret_cast<const char *>(data), size);
  size_t end = input.find('\n');
  std::string format = input.substr(0, end);
  std::string text = end == std::string::npos ? "" : input.substr(end + 1);
  if (format == "formula")
    (void)tare::checkFormula(text).ok();
  else if (tare::Result<tare::IndexedDocument> document = tare::foreignDocument(format, text);
           document.ok() && document.value().runs.empty())
    __builtin_trap();
  return 0;
}
