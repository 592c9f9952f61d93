// SPDX-License-Identifier: Apache-2.0
// Rows of an archive for people, for CSV and for JSON.
//
//   DatabaseRows -> [archive_text] -> text
#pragma once

#include "analyzer/archive/archive_words.h"

#include <string>
#include <vector>

namespace tare {

/// Columns of equal width, the first line in front. Nothing in it can drive a terminal.
std::string alignedText(const std::vector<std::vector<std::string>> &lines);

/// The same, without columns that are empty everywhere. Of several lines, columns that are the same
/// in all of them are said once, in front; but none of `kept`.
std::string foldedText(const std::vector<std::vector<std::string>> &lines,
                       const std::vector<std::string> &kept = {});

/// One line a run, or a row of a run: what a person looks for.
std::string foundText(const DatabaseRows &found);
/// All columns as they are, for --sql.
std::string plainText(const DatabaseRows &found);
/// RFC 4180, one line of names; what is unknown is empty.
std::string foundCsv(const DatabaseRows &found);
/// tare.query/1.
std::string foundJson(const DatabaseRows &found);

} // namespace tare
