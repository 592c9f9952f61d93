// SPDX-License-Identifier: Apache-2.0
// The table of overheads for a pull request or a wiki: GitHub-flavoured tables, which GitLab,
// Gitea, Forgejo and Bitbucket render too; no HTML.
//
//   Ledger -> [report] -> markdown
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/parts.h"

#include <string>

namespace tare {

struct MarkdownOptions {
  int top = 5; ///< Constructs shown, at the largest p; or parts of a view.
  View view = View::Whole;
};

std::string reportMarkdown(const Ledger &ledger, const MarkdownOptions &options);

} // namespace tare
