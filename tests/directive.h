// SPDX-License-Identifier: Apache-2.0
// What a node or a ledger's construct knows of its directive, from the directive's text.
#pragma once

#include "instrumenter/nodes/clause.h"

namespace tare::test {

template <class Construct> void setDirective(Construct &construct, const std::string &text) {
  construct.directive = text;
  construct.clauses = clausesIn(text);
}

} // namespace tare::test
