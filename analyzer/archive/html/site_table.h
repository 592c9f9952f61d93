// SPDX-License-Identifier: Apache-2.0
// Tables of a site: cells first, so that columns that are empty everywhere can be left out.
//
//   cells -> [site table] -> markup
#pragma once

#include "analyzer/report/html/markup.h"

#include <optional>
#include <string>
#include <vector>

namespace tare {

struct SiteCell {
  std::string text;
  std::optional<double> value = {}; // of a figure: the column sorts by it
  std::string link = {};            // of our own, relative
  bool is_code = false;
  std::string look = {}; // a class of the page's style
};

SiteCell codeCell(const std::string &text);
SiteCell lineCell(const std::string &text); // in one line
SiteCell countCell(size_t count);
SiteCell timeCell(double time_s, const std::string &shown);

class SiteTable {
public:
  SiteTable(std::string label, std::vector<std::string> heads)
      : label_(std::move(label)), heads_(std::move(heads)) {}

  /// As many cells as heads; the first is the row's head.
  void add(std::vector<SiteCell> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }
  void write(Markup &page) const;

private:
  bool isEmpty(size_t column) const;
  bool isNumbers(size_t column) const;

  std::string label_;
  std::vector<std::string> heads_;
  std::vector<std::vector<SiteCell>> rows_;
};

} // namespace tare
