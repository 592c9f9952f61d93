// SPDX-License-Identifier: Apache-2.0
// Statements of serial code.
#include "instrumenter/rewrite/applier.h"

namespace tare {

/// Where control may leave it in the middle a cleanup ends it, which does nothing at its own end.
/// What declares something has no braces around it.
void Applier::applySerialCode() {
  Pieces before, after;
  if (!construct_->declares)
    before.push_back("{");
  if (verdict_->by_cleanup) {
    const std::string left = "tare_s" + std::to_string(index_);
    before.push_back("unsigned int " + left +
                     " __attribute__((cleanup(tare_left_serial))) = " + node() + ";");
    after.push_back(left + " = ~0u;");
  }
  before.push_back(probe("serial_begin"));
  after.push_back(probe("serial_end", ", 1ul"));
  if (!construct_->declares)
    after.push_back("}");
  around(before, after);
}

} // namespace tare
