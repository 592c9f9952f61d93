// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/answer_text.h"

#include "analyzer/ledger/lines.h"
#include "analyzer/ledger/reliability.h"
#include "analyzer/report/advice_text.h"
#include "analyzer/report/answer.h"
#include "analyzer/report/belief.h"
#include "analyzer/report/figures.h"
#include "analyzer/report/job_sentence.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/outputs_sentence.h"
#include "analyzer/report/page.h"
#include "analyzer/report/parts.h"
#include "analyzer/report/row_bars.h"
#include "analyzer/report/sentences.h"
#include "analyzer/report/speed.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace tare {
namespace {

constexpr int narrowest_answer = 60, most_tables = 6, most_tried = 3;
constexpr size_t most_rows = 7, fewest_rows = 3;
constexpr size_t most_name = 28; // a longer one moves its place to the right

int linesIn(const std::string &text) { return static_cast<int>(std::ranges::count(text, '\n')); }

/// "samples/lu2.c:29", without as many folders in front as it takes.
std::string shortPlace(const ConstructLines &construct, int width) {
  std::string file = printable(construct.file), line = ":" + std::to_string(construct.line);
  while (displayWidth(file + line) > width) {
    size_t slash = file.find('/', startsWith(file, ".../") ? 4 : 0);
    if (slash == std::string::npos)
      break;
    file = ".../" + file.substr(slash + 1);
  }
  std::string place = file + line;
  while (displayWidth(place) > std::max(width, 8)) // its end says most
    place = ".." + place.substr(startsWith(place, "..") ? 3 : 1);
  return place;
}

/// The first words of what a construct is: "parallel for", "critical", "f()".
std::string kindText(const ConstructLines &construct) {
  if (construct.kind == "call")
    return printable(construct.directive) + "()";
  if (construct.kind == "loop")
    return construct.in_serial_code ? "serial loop" : "loop";
  std::string words = wordsOf(construct);
  if (construct.directive.empty())
    return words;
  std::string kept = withoutClauses(construct.directive);
  return printable(kept.empty() ? words : kept);
}

class AnswerWriter {
public:
  AnswerWriter(const Ledger &ledger, const AnswerOptions &options)
      : ledger_(ledger), options_(options), width_(std::max(options.width, narrowest_answer)),
        table_(ledger.tables[advisedTable(ledger)]), believed_(beliefIn(ledger, table_)) {}

  std::string text() {
    bool reliable = believed_.belief != Belief::NotReliable || resultsDiffer(ledger_);
    reliable = reliable && !isUnreliable(table_);
    std::string head = this->head(), foot = this->foot();
    int left = answer_lines - linesIn(head) - linesIn(foot);
    std::string where;
    size_t rows = most_rows;
    constexpr int for_advice = 5;
    for (bool fits = !reliable; !fits; --rows) {
      where = this->where(rows);
      bool crowds = rows > fewest_rows && !table_.advice.empty();
      fits = rows == 0 || linesIn(where) + (crowds ? for_advice : 0) <= left;
    }
    return head + where + (reliable ? advice(left - linesIn(where)) : "") + foot;
  }

private:
  Page page() const { return Page(width_, options_.colour); }

  /// How fast, for each p.
  std::string head() const {
    Page page = this->page();
    if (std::string cut = cutOffText(ledger_); !cut.empty())
      page.paragraph(cut, 2, Style::Loud);
    if (resultsDiffer(ledger_))
      page.paragraph(outputsSentence(ledger_), 2, Style::Loud);
    if (isUnreliable(table_))
      page.paragraph(beliefText(believed_), 2, Style::Loud);
    std::string name = printable(ledger_.program);
    if (ledger_.tables.size() == 1) {
      page.paragraph(name + ": " + speedSentence(ledger_.tables.front(), ledger_), 2, Style::Bold);
      if (std::string job = jobSentence(table_); !job.empty())
        page.paragraph(job, 2);
      return page.take();
    }
    std::string cores =
        ledger_.machine.cores > 0 ? " on " + numberOf(ledger_.machine.cores, "CPU") : "";
    page.paragraph(name + cores + ", compared with " + comparedText(ledger_) + " (" + serialText() +
                       ")",
                   2, Style::Bold);
    size_t skipped = ledger_.tables.size() > most_tables ? ledger_.tables.size() - most_tables : 0;
    if (skipped)
      page.line("  ... (" + numberOf(static_cast<int64_t>(skipped), "smaller number") +
                " of threads: --full)");
    for (size_t i = skipped; i < ledger_.tables.size(); ++i)
      page.line("  " + row(ledger_.tables[i]), Style::Bold);
    if (std::string job = jobSentence(table_); !job.empty())
      page.paragraph(job, 2);
    return page.take();
  }

  /// T_s; each number of threads has the T_s that was measured beside it, so a range where these
  /// differ by more than a reader would take for rounding.
  std::string serialText() const {
    constexpr double rounding = 0.02;
    auto [least, most] = std::ranges::minmax_element(
        ledger_.tables, {}, [&](const Table &table) { return comparedSeconds(table, ledger_); });
    double low_s = comparedSeconds(*least, ledger_), high_s = comparedSeconds(*most, ledger_);
    if (high_s <= (1 + rounding) * low_s)
      return timeText(comparedSeconds(ledger_.tables.back(), ledger_));
    std::string low = timeText(low_s), high = timeText(high_s), unit = high.substr(high.rfind(' '));
    if (low.ends_with(unit))
      low.resize(low.size() - unit.size());
    return low + " to " + high;
  }

  /// "2 ranks x 4 threads": all rows fit a line of 80 columns.
  static std::string shortSize(RunSize size) {
    bool is_both = size.ranks > 0 && size.threadsOfRank() > 1;
    return is_both ? numberOf(size.ranks, "rank") + " x " + numberOf(size.threadsOfRank(), "thread")
                   : sizeText(size);
  }

  std::string row(const Table &table) const {
    return leftAligned(shortSize(sizeOf(table)), ledger_.tables.back().ranks > 0 ? 20 : 12) +
           rightAligned(timeText(table.parallel_time.time_s), 8) + "   " +
           leftAligned(speedText(table, ledger_), 19) + " (" + efficiencyText(table) + ")";
  }

  /// The largest rows; they and the last two add up to the last line.
  std::string where(size_t most) const {
    Page page = this->page();
    double whole = table_.parallel_time.time_s;
    Answer answer = answerOf(table_, most);
    std::vector<double> tenths;
    for (const AnswerRow &row : answer.rows)
      tenths.push_back(share(row.time.time_s));
    tenths.push_back(share(answer.other_s));
    tenths.push_back(share(answer.unexplained.time_s));
    std::vector<int64_t> shown =
        apportion(tenths, std::llround(share(table_.total_overhead.time_s)));
    std::vector<double> drawn(shown.begin(), shown.end()); // a row that is not known has no bar
    for (size_t i = 0; i < answer.rows.size(); ++i)
      if (answer.rows[i].is_void)
        drawn[i] = 0;
    if (answer.unexplained_is_void)
      drawn.back() = 0;
    RowBars bars(width_, drawn);
    size_t longest = 15;
    for (const AnswerRow &row : answer.rows)
      longest = std::max(longest, std::min(nameOf(row).size(), most_name));
    page.blank();
    page.line("Where the rest went on " + sizeText(sizeOf(table_)) + ", in % of " + timeText(whole),
              Style::Bold);
    for (size_t i = 0; i < answer.rows.size(); ++i)
      page.line(bars.beside(cells(shown[i], answer.rows[i].time, answer.rows[i].is_void) +
                                placed(answer.rows[i], static_cast<int>(longest), bars.textWidth()),
                            drawn[i]));
    size_t last = answer.rows.size();
    page.line(bars.beside(cells(shown[last], Estimate()) + "everything else", drawn[last]));
    page.line(bars.beside(cells(shown[last + 1], answer.unexplained, answer.unexplained_is_void) +
                              "unexplained",
                          drawn[last + 1]));
    Estimate lost = overheadShare(table_);
    page.line(cells(std::llround(share(table_.total_overhead.time_s)),
                    {lost.time_s * whole, lost.low_s * whole, lost.high_s * whole}) +
                  "in all; the other " +
                  decimalText(1000 - std::llround(share(table_.total_overhead.time_s)), 1) +
                  " % are T_s/" + std::to_string(table_.threads),
              Style::Dim);
    return page.take();
  }

  /// In tenths of a per cent of T_p.
  double share(double time_s) const {
    double whole = table_.parallel_time.time_s;
    return whole > 0 ? bounded(1000 * time_s / whole) : 0;
  }

  /// The figure and its band; of a void row the band alone, as a range.
  std::string cells(int64_t tenths, const Estimate &time, bool is_void = false) const {
    std::string text = rightAligned(decimalText(tenths, 1), 6) +
                       percentBandText(time, table_.parallel_time.time_s);
    if (is_void)
      text = rightAligned(wholePercentText(time.low_s), 6) + " .. " + wholePercentText(time.high_s);
    return leftAligned(text, 13) + "  ";
  }

  std::string wholePercentText(double time_s) const {
    return std::to_string(std::llround(share(time_s) / 10));
  }

  static std::string nameOf(const AnswerRow &row) {
    return row.name + (row.is_void ? " (a range)" : row.time.time_s < 0 ? " (a gain)" : "");
  }

  /// The name, and the place as far as it fits into a line of `width`.
  std::string placed(const AnswerRow &row, int longest, int width) const {
    std::string text = leftAligned(nameOf(row), longest);
    const std::string none = "  (no single location)"; // half of it would say nothing
    if (!row.construct)
      return 15 + displayWidth(text + none) <= width ? text + none : text;
    int left = width - 15 - displayWidth(text) - 2;
    std::string count = std::to_string(row.places), several;
    if (row.places > 1) {
      std::string file = ".../" + baseName(row.construct->file) + ":1234";
      several = count + " locations, most at ";
      if (displayWidth(several + file) > left)
        several = count + "x, most ";
    }
    std::string place = several + shortPlace(*row.construct, left - displayWidth(several));
    std::string kind = "  " + kindText(*row.construct);
    bool fits = displayWidth(place + kind) <= left; // half of it would say something else
    return text + "  " + place + (fits ? kind : "");
  }

  /// As many pieces of advice as fit, the first one at least in part.
  std::string advice(int lines) const {
    std::string text;
    std::string why = whyNoAdvice(table_);
    if (table_.advice.empty() && !why.empty())
      return fitting(why, lines - 1, "\n");
    int shown = 0;
    for (const Advice &advice : table_.advice) {
      std::string front = shown == 0 ? "\nTry first: " : "Then: ";
      std::string more =
          fitting(front + printable(adviceText(advice, table_)), lines - linesIn(text), "");
      if (more.empty() || shown++ == most_tried)
        break;
      text += more;
    }
    return text;
  }

  /// Wrapped, without its last sentences if it is too long; empty: not even the first one fits.
  std::string fitting(std::string sentence, int lines, const std::string &front) const {
    for (;;) {
      Page page = this->page();
      std::string words = sentence;
      if (startsWith(words, "\n")) {
        page.blank();
        words.erase(0, 1);
      }
      page.paragraph(words, 2);
      std::string text = front + page.take();
      if (linesIn(text) <= lines)
        return text;
      size_t end = sentence.rfind(". ", sentence.size() - 2); // not within a number
      if (end == std::string::npos)
        return "";
      sentence.resize(end + 1);
    }
  }

  /// "what to beware of", "5 things to beware of".
  std::string notesCount() const {
    std::set<std::string> notes;
    for (const Note &note : ledger_.warnings)
      notes.insert(sentenceOf(note));
    for (const Table &table : ledger_.tables)
      for (const Note &note : table.notes)
        notes.insert(sentenceOf(note));
    return notes.empty() ? "how it was measured"
                         : numberOf(static_cast<int64_t>(notes.size()), "thing") + " to beware of";
  }

  /// Without a name it reports the latest of tare-results; RESULTS stand in the next line.
  std::string reportCommand() const {
    bool is_usual = baseName(folderOf(options_.results)) == "tare-results";
    return is_usual ? "tare report" : "tare report RESULTS";
  }

  std::string foot() const {
    Page page = this->page();
    page.blank();
    if (!isUnreliable(table_))
      page.paragraph("May I believe this? " + beliefText(believed_) + ".", 2);
    std::string shown = options_.results.empty() ? "--full" : reportCommand() + " --full";
    std::string next = "Next: " + shown + " (every row), --notes (" + notesCount() + ").";
    page.paragraph(next, 2, Style::Dim);
    if (!options_.results.empty())
      return page.take() + "Results: " + printable(options_.results) +
             "\n"; // to be copied: not cut
    return page.take();
  }

  const Ledger &ledger_;
  const AnswerOptions &options_;
  int width_;
  const Table &table_;
  Believed believed_;
};

} // namespace

std::string answerText(const Ledger &ledger, const AnswerOptions &options) {
  if (ledger.tables.empty())
    return std::string(no_table);
  return AnswerWriter(ledger, options).text();
}

} // namespace tare
