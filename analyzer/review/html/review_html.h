// SPDX-License-Identifier: Apache-2.0
// The comparison of two versions as one page, in the frame of the report page.
//
//   Review -> [comparison page] -> HTML
//
// To add a view: a file here, its function in review_view.h, a row in review_html.cpp.
#pragma once

#include "analyzer/review/review.h"

#include <string>

namespace tare {

/// The same bytes for the same review. Its figures are those of reviewJson().
std::string reviewHtml(const Review &review);

} // namespace tare
