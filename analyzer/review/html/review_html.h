// SPDX-License-Identifier: Apache-2.0
// The comparison of two versions as one page, in the frame of the report page.
//
//   Review, sources of both versions -> [comparison page] -> HTML
//
// To add a view: a file here, its function in review_view.h, a row in review_html.cpp.
#pragma once

#include "analyzer/report/html/page_data.h"
#include "analyzer/review/review.h"

#include <string>

namespace tare {

/// What the page may show beside the review. All of it is optional.
struct ReviewData {
  const PageSources *base = nullptr, *head = nullptr; // null: nobody looked for them
  std::string head_results; // that questions about HEAD can be put to; empty: there are none
};

/// The same bytes for the same review. Its figures are those of reviewJson().
std::string reviewHtml(const Review &review, const ReviewData &data = {});

} // namespace tare
