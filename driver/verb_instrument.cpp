// SPDX-License-Identifier: Apache-2.0
// tare instrument: where the probes stand, for a person to read.
#include "driver/look_at_source.h"
#include "driver/verbs.h"

#include <cstdio>

namespace tare {

int verbInstrument(const InstrumentOptions &options) {
  Result<std::string> text = lookAtSource(options.source, options.compiler, options.compiler_flags,
                                          SourceView::text, options.plan);
  if (!text.ok()) {
    complain(text.error());
    return exit_build_failed;
  }
  std::fwrite(text.value().data(), 1, text.value().size(), stdout);
  return exit_ok;
}

} // namespace tare
