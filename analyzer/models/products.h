// SPDX-License-Identifier: Apache-2.0
// Candidates over several sizes, from what the row does along each of them alone.
//
//   series -> lines along each size -> [products] -> candidate set
//
//   A. Calotoiu et al.: Fast multi-parameter performance modeling, CLUSTER 2016
#pragma once

#include "analyzer/models/candidates.h"
#include "analyzer/models/refusal.h"
#include "analyzer/models/series.h"

namespace tare {

/// Along each size the longest line of points that are equal in all else is modelled alone. A size
/// along which the row is constant drops out. The forms of the others are combined: f, g and f g,
/// each or not. Refusals: too-few-points (a line with fewer than 5 values, or fewer than 2 points
/// beside all lines), and every refusal of a line's model.
OrRefused<CandidateSet> productSet(const ModelSeries &series, const ModelQuestion &question);

} // namespace tare
