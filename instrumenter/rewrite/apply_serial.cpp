// SPDX-License-Identifier: Apache-2.0
// Statements of serial code.
#include "instrumenter/rewrite/applier.h"

namespace tare {

/// Where control may leave the statement in the middle, a cleanup ends it. The cleanup does nothing
/// if the statement has ended already.
void Applier::beginSerial(Pieces &pieces) const {
  if (verdict_->by_cleanup)
    pieces.push_back("unsigned int tare_s" + std::to_string(index_) +
                     " __attribute__((cleanup(tare_left_serial))) = " + node() + ";");
  pieces.push_back(probe("serial_begin"));
}

void Applier::endSerial(Pieces &pieces) const {
  if (verdict_->by_cleanup)
    pieces.push_back("tare_s" + std::to_string(index_) + " = ~0u;");
  pieces.push_back(probe("serial_end", ", 1ul"));
}

/// A statement that declares something gets no braces.
void Applier::applySerialCode() {
  if (!construct_->then_part.empty())
    return applyCondition();
  Pieces before, after;
  if (!construct_->declares)
    before.push_back("{");
  beginSerial(before);
  endSerial(after);
  if (!construct_->declares)
    after.push_back("}");
  around(before, after);
}

/// The condition ends at the begin of either branch. A missing else branch is added.
void Applier::applyCondition() {
  Pieces before = {"{"}, first = {"{"};
  beginSerial(before);
  endSerial(first);
  insert(construct_->whole.begin, before, Edit::Order::Begin, 0);
  inside(construct_->then_part, first, {"}"});
  if (!construct_->else_part.empty()) {
    inside(construct_->else_part, first, {"}"});
    return insert(construct_->else_part.end, {"}"}, Edit::Order::End, 2);
  }
  Pieces last = {"else {"};
  endSerial(last);
  last.insert(last.end(), {"}", "}"});
  insert(construct_->then_part.end, last, Edit::Order::End, 2);
}

} // namespace tare
