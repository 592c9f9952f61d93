// SPDX-License-Identifier: Apache-2.0
// The one-line form of an Error.
#include "base/result.h"

namespace tare {

std::string Error::text() const {
  std::string line;
  if (!place.empty())
    line = place + ": ";
  line += message;
  if (!next.empty())
    line += "; " + next;
  return line;
}

} // namespace tare
