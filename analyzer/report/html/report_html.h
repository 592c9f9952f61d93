// SPDX-License-Identifier: Apache-2.0
// The report as one page: no network, no library, readable without script and without style.
//
//   Ledger, PageData -> [report page] -> HTML
//
// To add a view: a file here, its function in page_view.h, a row in report_html.cpp.
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/html/page_data.h"

#include <string>

namespace tare {

/// The same bytes for the same ledger and data. Of what is not there the page says so.
std::string reportHtml(const Ledger &ledger, const PageData &data = {});

} // namespace tare
