// SPDX-License-Identifier: Apache-2.0
// One row of an archive's answer, by the names of its columns.
//
//   DatabaseRows -> [archive row] -> text, trends, other tools' formats
#pragma once

#include "analyzer/archive/database.h"

#include <cstdlib>
#include <string>
#include <string_view>

namespace tare {

/// `found` and `row` must outlive it. What is not there is NULL.
class ArchiveRow {
public:
  ArchiveRow(const DatabaseRows &found, const DatabaseRow &row) : found_(found), row_(row) {}

  const DatabaseValue &value(std::string_view name) const {
    static const DatabaseValue none;
    for (size_t i = 0; i < found_.columns.size() && i < row_.size(); ++i)
      if (found_.columns[i] == name)
        return row_[i];
    return none;
  }
  bool has(std::string_view name) const { return value(name).has_value(); }
  std::string text(std::string_view name) const { return value(name).value_or(""); }
  /// 0 where it is none.
  double number(std::string_view name) const { return std::atof(text(name).c_str()); }

private:
  const DatabaseRows &found_;
  const DatabaseRow &row_;
};

} // namespace tare
