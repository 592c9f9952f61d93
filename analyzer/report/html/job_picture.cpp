// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/job_picture.h"

#include "analyzer/report/html/chart.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tare {
namespace {

/// A kind of mark: where it lies in a row of height 1, so that it can be told without its colour.
struct RankMark {
  std::string_view kind; // class of the path
  double top, height;
  std::string_view words;
};

enum { outside_mpi, in_mpi, waiting_rank, mark_kinds };
constexpr std::array<RankMark, mark_kinds> rank_marks = {{
    {"tl-work", 0.1, 0.8, "outside MPI: work of the program"},
    {"tl-run", 0.5, 0.4, "in MPI: a message travels, MPI itself works, or it has no CPU"},
    {"tl-wait", 0.65, 0.25, "in MPI: waits for another rank"},
}};

constexpr double left_of_ranks = 120, numbers_height = 20, axis_height = 24, narrowest_piece = 1;
constexpr size_t most_tall_rows = 16, most_near_rows = 16, most_rank_labels = 32,
                 most_described = 80;

struct JobWindow {
  double from_s = 0, to_s = 0;
  std::vector<size_t> rows; // in TimelineJob::ranks
};

/// One thing that a rank did.
struct RankPiece {
  int kind = outside_mpi;
  double from_s = 0, to_s = 0;
  const TimelineCall *call = nullptr; // null: outside MPI
};

/// In the order of time, without gaps, from the rank's begin to its end.
template <class Visit> void forEachPiece(const TimelineRank &rank, Visit visit) {
  double at_s = rank.begin_s;
  auto piece = [&](int kind, double to_s, const TimelineCall *call) {
    if (to_s > at_s)
      visit(RankPiece{kind, at_s, to_s, call});
    at_s = std::max(at_s, to_s);
  };
  for (const TimelineCall &call : rank.calls) {
    piece(outside_mpi, call.begin_s, nullptr);
    if (call.late_s)
      piece(waiting_rank, *call.late_s, &call);
    piece(in_mpi, call.end_s, &call);
  }
  piece(outside_mpi, rank.end_s, nullptr);
}

double rounded(double coordinate) { return std::round(coordinate * 10) / 10; }

class JobPicture {
public:
  JobPicture(Markup &page, const Timeline &timeline, const JobWindow &window)
      : page_(page), timeline_(timeline), job_(*timeline.job), window_(window),
        row_height_(window.rows.size() <= most_tall_rows ? 30 : 10), x_{window.from_s, window.to_s,
                                                                        left_of_ranks,
                                                                        picture_width - 8} {}

  void begin(const std::string &title) {
    double height = numbers_height + row_height_ * double(window_.rows.size()) + axis_height;
    openScroll(page_, title + ", as a picture");
    page_.open("svg", {{"class", "wide parts"},
                       {"role", "group"},
                       {"aria-label", title},
                       {"viewBox", "0 0 640 " + coordinate(height)}});
    drawTimes(page_, x_, numbers_height, height - axis_height);
    for (size_t row = 0; row < window_.rows.size(); ++row)
      addRow(row);
    for (size_t kind = 0; kind < rank_marks.size(); ++kind)
      drawPath(page_, std::string(rank_marks[kind].kind), paths_[kind]);
  }

  void end() {
    drawLabels();
    page_.close().close();
  }

  /// Numbers above the rows, apart from each other, with a line down to where they belong.
  void drawNumbers(std::span<const LateArrival> arrivals) {
    std::vector<size_t> order;
    for (size_t i = 0; i < arrivals.size(); ++i)
      order.push_back(i);
    std::ranges::sort(order, {}, [&](size_t i) { return arrivals[i].at_s; });
    constexpr double apart = 16;
    double free_from = left_of_ranks;
    std::vector<double> at(arrivals.size());
    PathText lines;
    for (size_t k = 0; k < order.size(); ++k) {
      double x = x_.at(arrivals[order[k]].at_s),
             last = picture_width - 8 - apart * double(order.size() - 1 - k);
      at[order[k]] = std::min(std::max(x, free_from), last);
      free_from = at[order[k]] + apart;
      lines.move(at[order[k]], numbers_height - 6).line(x, numbers_height);
      lines.line(x, numbers_height + row_height_ * double(window_.rows.size()));
    }
    drawPath(page_, "tl-guide", lines);
    for (size_t i = 0; i < arrivals.size(); ++i) {
      std::string number = std::to_string(i + 1);
      page_.open("a",
                 {{"href", "#" + closeUpId(i)}, {"aria-label", "Wait " + number + " closely"}});
      drawText(page_, at[i], numbers_height - 8, "middle", number);
      page_.close();
    }
  }

  /// Who came last, and arrows to those who waited.
  void drawArrows(const LateArrival &arrival) {
    double x = x_.at(arrival.at_s), foot = numbers_height;
    PathText lines, dot;
    std::optional<size_t> late = rowOf(arrival.row);
    if (late)
      dot.box(x - 4, middle(*late) - 5, 8, 10);
    for (const WaitingCall &waiting : arrival.waiting) {
      std::optional<size_t> row = rowOf(waiting.row);
      if (!row)
        continue;
      double end = rowTop(*row) + 0.77 * row_height_;
      double start = late ? middle(*late) : foot, back = start < end ? -6 : 6;
      lines.move(x, start).line(x, end);
      lines.move(x - 4, end + back).line(x, end).line(x + 4, end + back);
    }
    drawPath(
        page_, "tl-guide",
        PathText().move(x, foot - 6).line(x, foot + row_height_ * double(window_.rows.size())));
    drawPath(page_, "tl-mark", lines);
    drawPath(page_, "tl-last", dot);
    std::string text = "rank " + std::to_string(arrival.rank) + " comes last";
    drawText(page_, x, foot - 8, x > picture_width - 80 ? "end" : "middle", text);
  }

  /// Names of calls, where there is room above their marks.
  void nameCalls() {
    constexpr double letter = 6.5;
    for (size_t row = 0; row < window_.rows.size(); ++row)
      for (const TimelineCall &call : job_.ranks[window_.rows[row]].calls) {
        double from = x_.at(call.begin_s), to = x_.at(call.late_s.value_or(call.end_s)),
               room = to - from - 8;
        if (call.end_s <= window_.from_s || call.begin_s >= window_.to_s)
          continue;
        for (const std::string &text : namesOf(call))
          if (room >= letter * double(text.size())) {
            drawText(page_, (from + to) / 2, rowTop(row) + 12, "middle", text);
            break;
          }
      }
  }

  /// What each piece is, for those who point at it.
  void describePieces() {
    for (size_t row = 0; row < window_.rows.size(); ++row) {
      size_t described = 0;
      const TimelineRank &rank = job_.ranks[window_.rows[row]];
      forEachPiece(rank, [&](const RankPiece &piece) {
        double from = x_.at(piece.from_s), to = x_.at(piece.to_s);
        constexpr double visible = 3;
        if (to - from < visible || described >= most_described / window_.rows.size())
          return;
        ++described;
        describe(from, to, row, rowTitle(rank) + ": " + wordsOf(piece));
      });
    }
  }

  void describeRows() {
    for (size_t row = 0; row < window_.rows.size(); ++row) {
      const TimelineRank &rank = job_.ranks[window_.rows[row]];
      describe(x_.at(rank.begin_s), x_.at(rank.end_s), row,
               rowTitle(rank) + (rank.host.empty() ? "" : " on " + printable(rank.host)) +
                   ": waited " + timeText(rank.waited_s) + " for other ranks, and they waited " +
                   timeText(rank.awaited_s) + " for it");
    }
  }

private:
  double rowTop(size_t row) const { return numbers_height + row_height_ * double(row); }
  double middle(size_t row) const { return rowTop(row) + row_height_ / 2; }
  double width(double time_s) const { return time_s * (x_.at_to - x_.at_from) / (x_.to - x_.from); }

  std::optional<size_t> rowOf(std::optional<size_t> of_job) const {
    for (size_t row = 0; row < window_.rows.size(); ++row)
      if (of_job == window_.rows[row])
        return row;
    return {};
  }

  /// Neighbours that are too narrow to be seen.
  struct Narrow {
    double from_s = 0, to_s = 0;
    std::array<double, mark_kinds> sums = {};
  };

  void addRow(size_t row) {
    std::optional<Narrow> narrow;
    auto flush = [&] {
      double at_s = narrow ? narrow->from_s : 0;
      for (size_t kind = 0; narrow && kind < rank_marks.size(); ++kind) {
        box(row, int(kind), at_s, at_s + narrow->sums[kind]);
        at_s += narrow->sums[kind];
      }
      narrow.reset();
    };
    forEachPiece(job_.ranks[window_.rows[row]], [&](const RankPiece &piece) {
      double from_s = std::max(piece.from_s, window_.from_s),
             to_s = std::min(piece.to_s, window_.to_s);
      if (to_s <= from_s)
        return;
      if (width(to_s - from_s) >= narrowest_piece) {
        flush();
        box(row, piece.kind, from_s, to_s);
        return;
      }
      if (!narrow)
        narrow = Narrow{from_s, from_s, {}};
      narrow->to_s = to_s;
      narrow->sums[size_t(piece.kind)] += to_s - from_s;
      if (width(narrow->to_s - narrow->from_s) >= narrowest_piece)
        flush();
    });
    flush();
  }

  void box(size_t row, int kind, double from_s, double to_s) {
    const RankMark &mark = rank_marks[size_t(kind)];
    double from = rounded(x_.at(from_s)), to = rounded(x_.at(to_s));
    if (to > from)
      paths_[size_t(kind)].box(from, rowTop(row) + mark.top * row_height_, rounded(to - from),
                               mark.height * row_height_);
  }

  /// The longest one first.
  std::vector<std::string> namesOf(const TimelineCall &call) const {
    std::string name = printable(job_.functions[size_t(call.function)]);
    if (!call.waits_for)
      return {name};
    std::string wait = timeText(*call.late_s - call.begin_s),
                whom = wait + " for rank " + std::to_string(*call.waits_for);
    return {name + ": " + whom, whom, wait};
  }

  std::string wordsOf(const RankPiece &piece) const {
    std::string time = timeText(piece.to_s - piece.from_s);
    if (!piece.call)
      return "outside MPI, " + time;
    std::string where = " in " + callTitle(timeline_, *piece.call);
    if (piece.kind == waiting_rank)
      return "waited " + time + " for rank " + std::to_string(*piece.call->waits_for) + where;
    return time + where + (piece.call->waits_for ? ", behind the wait" : "");
  }

  void describe(double from, double to, size_t row, const std::string &words) {
    page_.open("rect", {{"class", "part"},
                        {"role", "img"},
                        {"fill", "none"},
                        {"pointer-events", "all"},
                        {"x", coordinate(rounded(from))},
                        {"y", coordinate(rowTop(row))},
                        {"width", coordinate(std::max(rounded(to - from), 1.0))},
                        {"height", coordinate(row_height_)}});
    page_.element("title", {}, words);
    page_.close();
  }

  void drawLabels() {
    size_t step = (window_.rows.size() + most_rank_labels - 1) / most_rank_labels;
    for (size_t row = 0; row < window_.rows.size(); row += std::max<size_t>(step, 1))
      drawText(page_, left_of_ranks - 6, middle(row) + 4, "end",
               rowTitle(job_.ranks[window_.rows[row]]));
  }

  Markup &page_;
  const Timeline &timeline_;
  const TimelineJob &job_;
  const JobWindow &window_;
  double row_height_;
  Axis x_;
  std::array<PathText, mark_kinds> paths_;
};

/// Who is late and who waited longest, in the order of ranks.
std::vector<size_t> rowsNear(const TimelineJob &job, const LateArrival &arrival) {
  std::vector<size_t> rows;
  auto add = [&](size_t row) {
    if (rows.size() < most_near_rows && std::ranges::find(rows, row) == rows.end())
      rows.push_back(row);
  };
  if (arrival.row)
    add(*arrival.row);
  for (const WaitingCall &waiting : arrival.waiting)
    add(waiting.row);
  for (size_t row = 0; row < job.ranks.size(); ++row)
    add(row);
  std::ranges::sort(rows);
  return rows;
}

} // namespace

std::string rowTitle(const TimelineRank &rank) {
  std::string title = "rank " + std::to_string(rank.rank);
  return rank.lane > 0 ? title + ", thread " + std::to_string(rank.lane) : title;
}

std::string callTitle(const Timeline &timeline, const TimelineCall &call) {
  std::string title = printable(timeline.job->functions[size_t(call.function)]);
  if (!call.construct)
    return title;
  const TimelineConstruct &construct = timeline.constructs[size_t(*call.construct)];
  return title + " at " + printable(construct.file) + ":" + std::to_string(construct.line);
}

std::string closeUpId(size_t arrival) { return "wait-" + std::to_string(arrival + 1); }

void drawJob(Markup &page, const Timeline &timeline, std::span<const LateArrival> arrivals,
             const std::string &title) {
  JobWindow window{0, timeline.job->span_s, {}};
  for (size_t row = 0; row < timeline.job->ranks.size(); ++row)
    window.rows.push_back(row);
  JobPicture picture(page, timeline, window);
  picture.begin(title);
  picture.describeRows();
  picture.drawNumbers(arrivals);
  picture.end();
}

void drawArrival(Markup &page, const Timeline &timeline, const LateArrival &arrival,
                 const std::string &title) {
  constexpr double before = 0.25, behind = 0.15;
  double wait_s = arrival.at_s - arrival.from_s;
  JobWindow window{std::max(arrival.from_s - before * wait_s, 0.0),
                   arrival.at_s + std::min(arrival.to_s - arrival.at_s, wait_s) + behind * wait_s,
                   rowsNear(*timeline.job, arrival)};
  JobPicture picture(page, timeline, window);
  picture.begin(title);
  picture.describePieces();
  picture.drawArrows(arrival);
  picture.nameCalls();
  picture.end();
}

void writeJobLegend(Markup &page, bool calls_left_out) {
  page.open("ul", {{"class", "legend"}});
  for (const RankMark &mark : rank_marks)
    legendItem(page, std::string(mark.kind), PathText().box(2, 20 * mark.top, 32, 20 * mark.height),
               std::string(mark.words) + (calls_left_out && mark.kind == "tl-work"
                                              ? ", or a call that was left out"
                                              : ""));
  legendItem(page, "tl-mark",
             PathText().move(18, 0).line(18, 18).line(13, 14).move(18, 18).line(23, 14),
             "from the rank that came last to those who waited for it");
  page.close();
}

} // namespace tare
