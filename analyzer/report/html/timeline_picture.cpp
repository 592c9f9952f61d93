// SPDX-License-Identifier: Apache-2.0
#include "analyzer/report/html/timeline_picture.h"

#include "analyzer/report/html/chart.h"
#include "base/quantity.h"

#include <algorithm>
#include <array>

namespace tare {
namespace {

/// A kind of mark: where it lies in a row of height 1, so that it can be told without its colour.
struct TimelineMark {
  std::string_view kind; // class of the path
  double top, height;
  std::string_view words;
};

constexpr std::array<TimelineMark, 6> marks = {{
    {"tl-run", 0.1, 0.8, "the runtime: starting and ending the region, handing out work"},
    {"tl-work", 0.1, 0.8, "work in constructs"},
    {"tl-other", 0.25, 0.65, "other code of the region, nested regions"},
    {"tl-lock", 0.45, 0.45, "waiting for a lock or a flag"},
    {"tl-wait", 0.65, 0.25, "waiting for the team"},
    {"tl-cpu", 0.8, 0.1, "waiting for a CPU"},
}};

size_t markOf(const TimelinePart &part) {
  const TimelineState *state = timelineState(part.state);
  if (!state)
    return 2;
  if (state->group == TimelineGroup::Runtime)
    return 0;
  if (state->group == TimelineGroup::Work)
    return part.state == "work" ? 1 : 2;
  return part.state == "lock" || part.state == "flag" ? 3 : part.state == "no_cpu" ? 5 : 4;
}

constexpr double task_line = 0.04,
                 lock_line = 0.95; // heights of the lines of recorded tasks and locks, in a row
constexpr double left = 70, top = 4, bottom = 24, narrowest = 1;
constexpr size_t most_high_rows = 16, most_labels = 32, most_marks = 8;

/// A wait that is worth a mark.
struct LongWait {
  size_t segment = 0;
  double longest_s = 0;
};

class TimelinePicture {
public:
  TimelinePicture(Markup &page, const TimelineInstance &instance)
      : page_(page), instance_(instance),
        row_height_(instance.rows.size() <= most_high_rows ? 26 : 10),
        x_{0, instance.shown_until_s.value_or(instance.span_s), left, picture_width - 8} {}

  void draw(const std::string &title) {
    double height = top + row_height_ * double(instance_.rows.size()) + bottom;
    openScroll(page_, title + ", as a picture");
    page_.open("svg", {{"class", "wide"},
                       {"role", "img"},
                       {"aria-label", title},
                       {"viewBox", "0 0 640 " + coordinate(height)}});
    drawTimes(page_, x_, top, height - bottom);
    for (size_t row = 0; row < instance_.rows.size(); ++row)
      addRow(row);
    for (size_t i = 0; i < marks.size(); ++i)
      drawPath(page_, std::string(marks[i].kind), paths_[i]);
    drawRecorded();
    drawPath(page_, row_height_ > 12 ? "tl-order" : "tl-order tl-low", unordered_);
    drawWaits();
    drawLabels();
    page_.close().close();
  }

private:
  double rowTop(size_t row) const { return top + row_height_ * double(row); }
  double middle(size_t row) const { return rowTop(row) + row_height_ / 2; }

  /// What lies between two places of a row, by kind of mark.
  struct Stretch {
    double from_s = 0, to_s = 0;
    bool is_wait = false; // behind the arrival: the runtime is last, its release ends the wait
    std::array<double, marks.size()> sums = {};
    bool empty() const { return to_s <= from_s; }
  };

  void add(Stretch &stretch, const std::vector<TimelinePart> &parts) {
    for (const TimelinePart &part : parts)
      stretch.sums[markOf(part)] += std::max(part.time_s, 0.0);
  }

  double width(double time_s) const { return x_.at(time_s) - x_.at(0); }

  void addRow(size_t row) {
    Stretch narrow; // segments that are drawn together
    for (const TimelineSegment &segment : instance_.rows[row].segments) {
      Stretch before{segment.open_s, segment.arrive_s},
          after{segment.arrive_s, segment.leave_s, true};
      add(before, segment.spent);
      add(after, segment.waited);
      if (width(segment.leave_s - segment.open_s) >= narrowest) {
        flush(narrow, row);
        flush(before, row);
        flush(after, row);
        continue;
      }
      if (narrow.empty())
        narrow.from_s = segment.open_s;
      narrow.to_s = segment.leave_s;
      for (size_t i = 0; i < marks.size(); ++i)
        narrow.sums[i] += before.sums[i] + after.sums[i];
      if (width(narrow.to_s - narrow.from_s) >= narrowest)
        flush(narrow, row);
    }
    flush(narrow, row);
  }

  /// In the order of the marks, whatever the order was. Of a wait without tasks that is the order.
  void flush(Stretch &stretch, size_t row) {
    constexpr std::array<size_t, marks.size()> in_order = {0, 1, 2, 3, 4, 5},
                                               of_wait = {1, 2, 3, 4, 5, 0};
    double at = stretch.from_s, tasks = stretch.sums[1] + stretch.sums[2];
    int kinds = 0;
    for (size_t i : stretch.is_wait ? of_wait : in_order) {
      double wide = width(stretch.sums[i]);
      kinds += wide >= 2; // what cannot be seen has no order that could mislead
      if (wide >= 0.05)
        paths_[i].box(x_.at(at), rowTop(row) + marks[i].top * row_height_, wide,
                      marks[i].height * row_height_);
      at += stretch.sums[i];
    }
    if (kinds > 1 && (!stretch.is_wait || width(tasks) >= 2))
      unordered_.move(x_.at(stretch.from_s), middle(row)).line(x_.at(stretch.to_s), middle(row));
    stretch = {};
  }

  /// Recorded tasks are lines at the top of a row, and waits for locks at its foot. Lines that
  /// touch are drawn as one.
  void drawRecorded() {
    PathText tasks, locks;
    for (size_t row = 0; row < instance_.rows.size(); ++row)
      for (bool is_task : {true, false}) {
        double y = rowTop(row) + (is_task ? task_line : lock_line) * row_height_, end = -1;
        for (const TimelineEvent &event : instance_.rows[row].recorded) {
          double from = std::max(x_.at(event.from_s), end), to = x_.at(event.to_s);
          if ((event.what == "task") != is_task || to - from < 0.3)
            continue;
          (is_task ? tasks : locks).move(from, y).line(to, y);
          end = to;
        }
      }
    drawPath(page_, "tl-task", tasks);
    drawPath(page_, "tl-locked", locks);
  }

  /// The meetings at which somebody waited longest for one thread.
  std::vector<LongWait> longWaits() const {
    std::vector<LongWait> waits;
    for (const TimelineRow &row : instance_.rows)
      for (size_t i = 0; i < row.segments.size(); ++i) {
        const TimelineSegment &segment = row.segments[i];
        waits.resize(std::max(waits.size(), i + 1));
        waits[i].segment = i;
        if (segment.waits_for)
          waits[i].longest_s = std::max(waits[i].longest_s, waitIn(segment));
      }
    std::erase_if(waits, [&](const LongWait &wait) { return width(wait.longest_s) < 8; });
    std::ranges::stable_sort(waits, std::greater<>(), &LongWait::longest_s);
    waits.resize(std::min(waits.size(), most_marks));
    return waits;
  }

  void drawWaits() {
    PathText lines, dots;
    for (const LongWait &wait : longWaits())
      markWaits(wait.segment, lines, dots);
    drawPath(page_, "tl-mark", lines);
    drawPath(page_, "tl-last", dots);
  }

  void markWaits(size_t at, PathText &lines, PathText &dots) {
    std::optional<size_t> last;
    for (size_t row = 0; row < instance_.rows.size(); ++row)
      if (std::optional<int> waits_for = waitsFor(row, at))
        for (size_t other = 0; other < instance_.rows.size(); ++other)
          if (instance_.rows[other].thread == *waits_for)
            last = other;
    if (!last || at >= instance_.rows[*last].segments.size())
      return;
    double x = x_.at(instance_.rows[*last].segments[at].arrive_s);
    dots.box(x - 3, middle(*last) - 4, 6, 8);
    const double head = row_height_ > 12 ? 3 : 2;
    for (size_t row = 0; row < instance_.rows.size(); ++row) {
      if (!waitsFor(row, at))
        continue;
      const TimelineSegment &segment = instance_.rows[row].segments[at];
      if (width(segment.leave_s - segment.arrive_s) < 4) // its mark would hide it
        continue;
      double end = rowTop(row) + 0.77 * row_height_;
      lines.move(x, middle(*last)).line(x, end);
      lines.move(x - head - 2, end - head).line(x, end).line(x - head - 2, end + head);
      if (row_height_ > 12)
        nameWait(row, segment);
    }
  }

  std::optional<int> waitsFor(size_t row, size_t at) const {
    const std::vector<TimelineSegment> &segments = instance_.rows[row].segments;
    return at < segments.size() ? segments[at].waits_for : std::optional<int>();
  }

  /// Above its mark, where there is room.
  void nameWait(size_t row, const TimelineSegment &segment) {
    constexpr double letter = 6.5;
    double wait_s = waitIn(segment);
    std::string text = timeText(wait_s),
                longer = text + " for thread " + std::to_string(*segment.waits_for);
    double room = width(wait_s) - 8;
    if (room < letter * double(text.size()))
      return;
    drawText(page_, x_.at(segment.arrive_s + wait_s / 2), rowTop(row) + 14, "middle",
             room < letter * double(longer.size()) ? text : longer);
  }

  void drawLabels() {
    size_t step = (instance_.rows.size() + most_labels - 1) / most_labels;
    for (size_t row = 0; row < instance_.rows.size(); row += std::max<size_t>(step, 1))
      drawText(page_, left - 6, middle(row) + 4, "end",
               "thread " + std::to_string(instance_.rows[row].thread));
  }

  Markup &page_;
  const TimelineInstance &instance_;
  double row_height_;
  Axis x_;
  std::array<PathText, marks.size()> paths_;
  PathText unordered_;
};

} // namespace

void drawTimeline(Markup &page, const TimelineInstance &instance, const std::string &title) {
  TimelinePicture(page, instance).draw(title);
}

void writeTimelineLegend(Markup &page, const std::vector<TimelineInstance> &instances) {
  std::array<bool, marks.size()> is_there = {};
  bool any_marked = false, any_task = false, any_lock = false;
  for (const TimelineInstance &instance : instances)
    for (const TimelineRow &row : instance.rows) {
      for (const TimelineEvent &event : row.recorded)
        (event.what == "task" ? any_task : any_lock) = true;
      for (const TimelineSegment &segment : row.segments) {
        any_marked |= segment.waits_for.has_value();
        for (const std::vector<TimelinePart> *parts : {&segment.spent, &segment.waited})
          for (const TimelinePart &part : *parts)
            is_there[markOf(part)] = true;
      }
    }
  page.open("ul", {{"class", "legend"}});
  for (size_t i = 0; i < marks.size(); ++i)
    if (is_there[i])
      legendItem(page, std::string(marks[i].kind),
                 PathText().box(2, 20 * marks[i].top, 32, 20 * marks[i].height), marks[i].words);
  if (any_marked)
    legendItem(page, "tl-mark",
               PathText().move(18, 0).line(18, 18).line(13, 14).move(18, 18).line(23, 14),
               "from the thread that arrived last to those who waited for it");
  if (any_task)
    legendItem(page, "tl-task", PathText().move(2, 3).line(34, 3), "a task, at its time");
  if (any_lock)
    legendItem(page, "tl-locked", PathText().move(2, 17).line(34, 17),
               "a wait for a lock, at its time");
  legendItem(page, "tl-order", PathText().move(2, 10).line(34, 10),
             "order not recorded: parts stand in a fixed order");
  page.close();
}

} // namespace tare
