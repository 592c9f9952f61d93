// SPDX-License-Identifier: Apache-2.0
// By how much the lines of one repetition differ in two books of it.
#pragma once

#include "analyzer/accounts/repetition_account.h"

namespace tare {

/// Of each line of `a`, by how much it is more than in `b`.
LineShift shiftBetween(const RepetitionAccount &a, const RepetitionAccount &b);

/// Each line of `most` becomes the larger one of it and `other`, without signs.
void keepLarger(const LineShift &other, LineShift &most);

/// Lines are unsure by as much more.
void addAsDoubt(const LineShift &shift, RepetitionAccount &account);

} // namespace tare
