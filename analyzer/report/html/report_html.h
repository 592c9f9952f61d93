// SPDX-License-Identifier: Apache-2.0
// The report as one page: no network, no library, readable without script and without style.
//
//   Ledger, Timeline -> [report page] -> HTML
//
// To add a view: a file here, its function in page_view.h, a row in report_html.cpp.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/html/page_frame.h"
#include "analyzer/timeline/timeline.h"

#include <string>

namespace tare {

/// The same bytes for the same ledger and timeline. Without a timeline the page says that none was
/// recorded. `way`: of a page of a site.
std::string reportHtml(const Ledger &ledger, const Timeline *timeline = nullptr,
                       const std::vector<PageLink> &way = {});

} // namespace tare
