// SPDX-License-Identifier: Apache-2.0
#include "analyzer/models/growth.h"

#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>

namespace tare {
namespace {

std::string onText(const RowGrowth &row) {
  std::string on = row.threads ? ", on " + numberOf(row.threads, "thread") : ", over threads";
  return on + (row.where.empty() ? "" : ", " + row.where);
}

std::string wordsOf(const std::string &text) { return text == "1" ? "constant" : text; }

std::string changeText(const RowGrowth &row) {
  if (row.is_exact)
    return printable(row.name) + ": were " + row.base + ", now " + row.head + ", exactly" +
           onText(row);
  return printable(row.name) + " was " + wordsOf(row.base) + ", now " + wordsOf(row.head) +
         onText(row);
}

std::vector<const RowGrowth *> withVerdict(const GrowthComparison &growth, GrowthVerdict verdict) {
  std::vector<const RowGrowth *> rows;
  for (const RowGrowth &row : growth.rows)
    if (row.verdict == verdict)
      rows.push_back(&row);
  return rows;
}

/// Where T_p has no model on a side, the first line must not sound as if nothing changed.
std::string untoldTime(const GrowthComparison &growth) {
  for (const RowGrowth *row : withVerdict(growth, GrowthVerdict::NoModel))
    if (row->name == "parallel time")
      return " Nothing can be said of the parallel time" + onText(*row) + " (" +
             printable(row->reason) + ").";
  return "";
}

/// The first line: what a reader wants to know.
std::string answerText(const GrowthComparison &growth, const std::string &program) {
  std::vector<const RowGrowth *> changed = withVerdict(growth, GrowthVerdict::Changed);
  size_t faster =
      static_cast<size_t>(std::ranges::count_if(changed, [](auto *row) { return row->is_faster; }));
  size_t told = growth.rows.size() - withVerdict(growth, GrowthVerdict::NoModel).size();
  if (growth.rows.empty())
    return program + ": both sides have no sizes and numbers of threads in common.";
  if (told == 0)
    return program + ": no row has a model on both sides, so nothing can be said of its growth.";
  if (changed.empty())
    return program + ": no row is seen to grow otherwise than before." + untoldTime(growth);
  auto rows = [](size_t count) { return numberOf(static_cast<int64_t>(count), "row"); };
  std::string text = program + ": ";
  if (faster > 0)
    text += rows(faster) + (faster == 1 ? " grows" : " grow") + " faster than before";
  if (size_t slower = changed.size() - faster; slower > 0)
    text += (faster > 0 ? ", and " : "") + rows(slower) + (slower == 1 ? " grows" : " grow") +
            " slower";
  return text + "." + untoldTime(growth);
}

} // namespace

std::string growthText(const GrowthComparison &growth, const std::string &program, int width) {
  Page page(width, false);
  page.paragraph(answerText(growth, printable(program)), 2, Style::Bold);
  for (const RowGrowth *row : withVerdict(growth, GrowthVerdict::Changed))
    page.paragraph("  " + changeText(*row), 4, row->is_faster ? Style::Loud : Style::Plain);
  for (const RowGrowth *row : withVerdict(growth, GrowthVerdict::Open))
    page.paragraph("  not clear: " + printable(row->name) + onText(*row) + " (" +
                       wordsOf(row->base) + " before, " + wordsOf(row->head) +
                       " now; both fit one side's points)",
                   4);
  auto count = [&](GrowthVerdict verdict) {
    return numberOf(static_cast<int64_t>(withVerdict(growth, verdict).size()), "row");
  };
  page.paragraph("  As before: " + count(GrowthVerdict::Same) + ". Without a model on one side: " +
                     count(GrowthVerdict::NoModel) + ". In one version only: " +
                     numberOf(growth.only_in_base + growth.only_in_head, "row") + ".",
                 4, Style::Dim);
  for (const std::string &remark : growth.remarks)
    page.paragraph("  " + printable(remark), 4);
  return page.take();
}

} // namespace tare
