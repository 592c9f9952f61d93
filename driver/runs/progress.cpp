// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/progress.h"

#include <algorithm>
#include <cmath>

namespace tare {
namespace {

constexpr int bar_width = 24;
constexpr const char *clear_line = "\r\033[K";

} // namespace

std::string minutesText(double seconds) {
  long whole = std::lround(std::clamp(seconds, 0.0, 1e9));
  char text[48];
  if (whole >= 3600)
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%ld:%02ld", whole / 60, whole % 60);
  return text;
}

Progress::Progress(std::FILE *stream, bool enabled, Clock &clock)
    : stream_(stream), enabled_(enabled), clock_(clock), start_s_(clock.seconds()) {}

Progress::~Progress() { clear(); }

void Progress::expect(int steps) { total_ += steps; }

void Progress::begin(const std::string &what) {
  if (enabled_)
    draw(what);
}

void Progress::end() { ++done_; }

void Progress::clear() {
  if (drawn_)
    std::fputs(clear_line, stream_);
  drawn_ = false;
}

/// A bar, the count, and the time that is left if steps take as long as before.
void Progress::draw(const std::string &what) {
  int filled = total_ > 0 ? std::min(bar_width, bar_width * done_ / total_) : 0;
  std::string bar(static_cast<size_t>(filled), '#');
  bar.resize(bar_width, '.');
  std::fprintf(stream_, "%s[%s] %d/%d %.30s", clear_line, bar.c_str(), done_, total_, what.c_str());
  if (done_ > 0) {
    double each = (clock_.seconds() - start_s_) / done_;
    std::fprintf(stream_, ", %s left", minutesText(each * (total_ - done_)).c_str());
  }
  std::fflush(stream_);
  drawn_ = true;
}

} // namespace tare
