// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/source_text.h"

#include "analyzer/report/html/chart.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cstdio>

namespace tare {
namespace {

constexpr size_t widest_line = 160;
constexpr int gutter = 9; // "-12.3 %" and blanks

std::string inGutter(const std::string &text) {
  return std::string(size_t(std::max(0, gutter - 2 - int(text.size()))), ' ') + text + "  ";
}

std::string numbered(int line) {
  char text[24];
  std::snprintf(text, sizeof text, "%5d  ", line);
  return text;
}

std::string shownLine(const std::string &line) {
  std::string text;
  for (char c : line)
    if (c == '\t')
      text.append(4, ' ');
    else if (c != '\r')
      text += c;
  return text.size() <= widest_line ? text : text.substr(0, widest_line) + " ...";
}

/// The work of writeSourceText.
class SourceText {
public:
  SourceText(Markup &page, const SourceLines &lines, const ShownSource &file,
             const std::function<LineNotes(const std::vector<size_t> &)> &notes)
      : page_(page), lines_(lines), file_(file), notes_(notes) {}

  void write() {
    page_.open("pre", {{"class", "source-text"}});
    int shown = 0;
    for (const SourceBlock &block : file_.blocks) {
      leftOut(block.first - shown - 1);
      for (int line = block.first; line <= block.last; ++line)
        this->line(line);
      shown = block.last;
    }
    leftOut(int(file_.source->lines.size()) - shown);
    page_.close();
  }

private:
  void leftOut(int lines) {
    if (lines > 0)
      page_
          .element("span", {{"class", "gap"}},
                   inGutter("") + "       ... " + numberOf(lines, "line"))
          .raw("\n");
  }

  void line(int line) {
    std::string text = numbered(line) + shownLine(file_.source->lines[size_t(line - 1)]);
    auto at = file_.constructs_at.find(line);
    if (at == file_.constructs_at.end()) {
      page_.text(inGutter("") + text);
      page_.raw("\n");
      return;
    }
    LineNotes notes = notes_(at->second);
    page_.open("span", {{"class", "at " + notes.margin.heat},
                        {"id", lines_.anchor(file_.source->file, line)},
                        {"tabindex", "-1"}});
    page_.open("b").figure(notes.margin.value, inGutter(notes.margin.text)).close();
    page_.text(text);
    page_.close();
    page_.raw("\n");
    for (const LineRemark &remark : notes.remarks)
      write(remark);
  }

  void write(const LineRemark &remark) {
    page_.text(inGutter("") + "       ^ ");
    if (!remark.link.empty())
      page_.element("a", {{"href", "#" + remark.link}}, remark.words);
    else
      page_.element("i", {}, remark.words);
    page_.raw("\n");
  }

  Markup &page_;
  const SourceLines &lines_;
  const ShownSource &file_;
  const std::function<LineNotes(const std::vector<size_t> &)> &notes_;
};

} // namespace

void writeSourceText(Markup &page, const SourceLines &lines, const ShownSource &file,
                     const std::string &label,
                     const std::function<LineNotes(const std::vector<size_t> &)> &notes) {
  openScroll(page, label);
  SourceText(page, lines, file, notes).write();
  page.close();
}

void writeMissingSources(Markup &page, const PageSources &sources, const std::string &of) {
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const PageSource &source : sources.files)
    if (source.lines.empty())
      by_reason[source.reason].push_back(printable(source.file));
  for (auto &[reason, files] : by_reason) {
    constexpr size_t most = 8;
    size_t all = files.size();
    files.resize(std::min(all, most));
    page.element("p", {},
                 of + "Not shown: " + joinText(files, ", ") +
                     (all > most ? " and " + numberOf(int64_t(all - most), "further file") : "") +
                     ". " + reason + ".");
  }
}

} // namespace tare
