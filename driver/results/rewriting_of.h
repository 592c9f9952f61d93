// SPDX-License-Identifier: Apache-2.0
// Null runs: the instrumented program with its probes off, beside the plain one. They tell what
// rewriting the source did to the program (analyzer/books/rewriting.h).
//
//   Manifest -> [rewriting] -> Repetition
#pragma once

#include "analyzer/books/rewriting.h"
#include "driver/results/results.h"

#include <vector>

namespace tare {

/// How much longer than the plain program with so many threads, as a part of its time: one value
/// for each repetition in which both were made and are accepted; of all, if fewer than three are.
std::vector<double> nullDifferences(const Manifest &manifest, int threads);

/// Their mean and its band. None: there are fewer than three.
std::optional<Rewriting> rewritingOf(const Manifest &manifest, int threads);

} // namespace tare
