// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/progress.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <unistd.h>

namespace tare {
namespace {

constexpr int bar_width = 16;
constexpr const char *clear_line = "\r\033[K";
constexpr std::chrono::milliseconds step(500);

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

Progress::Kind progressKind(std::FILE *stream, bool quiet) {
  if (quiet)
    return Progress::Kind::Silent;
  return ::isatty(::fileno(stream)) ? Progress::Kind::Terminal : Progress::Kind::Log;
}

Progress::Progress(std::FILE *stream, Kind kind, Clock &clock)
    : stream_(stream), kind_(kind), clock_(clock) {
  if (kind_ == Kind::Terminal)
    mover_ = std::thread([this] { keepMoving(); });
}

Progress::~Progress() {
  {
    std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_all();
  if (mover_.joinable())
    mover_.join();
  clear();
}

void Progress::phase(const std::string &what) {
  std::lock_guard lock(mutex_);
  if (kind_ == Kind::Silent)
    return;
  std::fprintf(stream_, "%s%s\n", drawn_ ? clear_line : "", what.c_str());
  std::fflush(stream_);
  drawn_ = false;
}

void Progress::expect(int runs, double seconds) {
  std::lock_guard lock(mutex_);
  left_ = runs;
  left_s_ = seconds;
}

void Progress::begin(const std::string &what, double seconds) {
  std::lock_guard lock(mutex_);
  what_ = what;
  began_s_ = clock_.seconds();
  expected_s_ = seconds;
  if (kind_ == Kind::Terminal)
    draw();
}

void Progress::end() {
  std::lock_guard lock(mutex_);
  what_.clear();
  ++done_;
}

void Progress::clear() {
  std::lock_guard lock(mutex_);
  if (drawn_)
    std::fputs(clear_line, stream_);
  drawn_ = false;
}

void Progress::keepMoving() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, step, [this] { return over_; }))
    if (!what_.empty())
      draw();
}

/// "[####....] 7 of 31 runs: parallel, 2 threads, 0:12 of about 0:30; about 2:40 left"
void Progress::draw() {
  int total = done_ + std::max(left_, 1);
  int filled = std::min(bar_width, bar_width * done_ / total);
  std::string bar(static_cast<size_t>(filled), '#');
  bar.resize(bar_width, '.');
  double elapsed_s = clock_.seconds() - began_s_;
  std::fprintf(stream_, "%s[%s] %d of %d: %.30s, %s", clear_line, bar.c_str(), done_ + 1, total,
               what_.c_str(), minutesText(elapsed_s).c_str());
  if (expected_s_ >= 0)
    std::fprintf(stream_, " of %s", minutesText(expected_s_).c_str());
  if (left_s_ >= 0)
    std::fprintf(stream_, "; %s left", minutesText(std::max(left_s_ - elapsed_s, 0.0)).c_str());
  std::fflush(stream_);
  drawn_ = true;
}

} // namespace tare
