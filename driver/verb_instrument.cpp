// SPDX-License-Identifier: Apache-2.0
#include "driver/verbs.h"

namespace tare {

int verbInstrument(const InstrumentOptions &) {
  complain({"this verb is not built yet"});
  return exit_usage;
}

} // namespace tare
