// SPDX-License-Identifier: Apache-2.0
// tare instrument: where the probes stand, for a person to read.
#include "driver/look_at_source.h"
#include "driver/verbs.h"

namespace tare {

Result<int> verbInstrument(const InstrumentOptions &options) {
  TARE_TRY(std::string text,
           orExit(exit_build_failed,
                  lookAtSource(options.source, options.compiler, options.compiler_flags,
                               SourceView::text, options.plan)));
  print(text);
  return exit_ok;
}

} // namespace tare
