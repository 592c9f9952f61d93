// SPDX-License-Identifier: Apache-2.0
// Lines of a source with figures in their margin.
//
//   shown source, a margin for each construct's line -> [source text] -> markup
#pragma once

#include "analyzer/report/html/markup.h"
#include "analyzer/report/html/source_lines.h"

#include <functional>
#include <string>
#include <vector>

namespace tare {

/// What stands in front of a construct's line.
struct LineMargin {
  double value = 0;
  std::string text; // at most 7 characters
  std::string heat; // as heatOf
};

/// What stands below a construct's line: text, or a link to a part of the page.
struct LineRemark {
  std::string words;
  std::string link; // an id; empty: none
};

struct LineNotes {
  LineMargin margin;
  std::vector<LineRemark> remarks;
};

/// The blocks of a file in a region that scrolls, with what is left out between them. `notes`: of
/// the constructs of a line, as indices of the places.
void writeSourceText(Markup &page, const SourceLines &lines, const ShownSource &file,
                     const std::string &label,
                     const std::function<LineNotes(const std::vector<size_t> &)> &notes);

/// Files that constructs name and that are not shown, with the reason. `of`: "HEAD: " or nothing.
void writeMissingSources(Markup &page, const PageSources &sources, const std::string &of = "");

} // namespace tare
