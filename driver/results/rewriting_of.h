// SPDX-License-Identifier: Apache-2.0
// Null runs: the instrumented program with its probes off, beside the plain one. They tell what
// rewriting the source did to the program (analyzer/books/rewriting.h).
//
//   Manifest -> [rewriting] -> Repetition
#pragma once

#include "analyzer/books/rewriting.h"
#include "driver/results/results.h"

#include <optional>

namespace tare {

/// How much longer the null run takes than the plain one beside it: the mean over the accepted
/// pairs with so many threads, or over all, if fewer than three are accepted. None: there are fewer
/// than three pairs.
std::optional<Rewriting> rewritingOf(const Manifest &manifest, RunSize size);

} // namespace tare
