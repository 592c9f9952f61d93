// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/run_record.h"

#include "base/text.h"

#include <charconv>
#include <cmath>

namespace tare {
namespace {

/// The words of one line, read from left to right. Once something is wrong, all that follows is.
class RecordLine {
public:
  explicit RecordLine(const std::string &line) : words_(splitText(line, '\t')) {}

  const std::string &kind() const { return words_.front(); }
  bool isEmpty() const { return next_ >= words_.size(); }
  bool isGood() const { return good_ && isEmpty(); }

  std::string text() {
    if (isEmpty())
      good_ = false;
    return good_ ? words_[next_++] : "";
  }

  template <class Number> Number number(Number low, Number high, int base = 10) {
    std::string word = text();
    Number value = 0;
    auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
    good_ = good_ && error == std::errc() && end == word.data() + word.size() && value >= low &&
            value <= high;
    return good_ ? value : low;
  }

  uint64_t count(int base = 10) { return number<uint64_t>(0, UINT64_MAX, base); }
  int whole(int low = 0, int high = 1 << 24) { return number<int>(low, high); }

  double seconds() {
    std::string word = text();
    double value = 0;
    auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    good_ = good_ && error == std::errc() && end == word.data() + word.size() &&
            std::isfinite(value) && value > 0 && value < 1e9;
    return value;
  }

  void refuse() { good_ = false; }

private:
  std::vector<std::string> words_;
  size_t next_ = 1;
  bool good_ = true;
};

void readSite(RecordLine &line, CouplingRecord &record) {
  if (line.whole() != static_cast<int>(record.sites.size()))
    return line.refuse();
  CouplingRecord::Site site;
  site.kernel = line.text();
  site.file = line.text();
  site.line = line.whole();
  site.function = line.text();
  record.sites.push_back(site);
}

void readCall(RecordLine &line, CouplingRecord &record) {
  CouplingRecord::Call call;
  call.site = line.whole(0, static_cast<int>(record.sites.size()) - 1);
  call.level = line.whole();
  call.team = line.whole(1);
  call.begin_ns = line.count();
  call.end_ns = line.count();
  record.calls.push_back(call);
}

void readKernel(RecordLine &line, CouplingRecord &record) {
  CouplingRecord::KernelCounts counts;
  counts.position = line.whole(0, 1000);
  counts.blocks = line.count();
  counts.earlier_blocks = line.count();
  counts.kept = line.number<int64_t>(INT64_MIN, INT64_MAX);
  counts.freed = line.count();
  counts.io_bytes = line.count();
  record.kernels.push_back(counts);
}

void readWindow(RecordLine &line, CouplingRecord &record) {
  CouplingRecord::WindowCounts window;
  window.first = line.whole();
  window.length = line.whole(1);
  for (uint64_t &blocks : window.blocks)
    blocks = line.count();
  window.footprint = line.count();
  record.windows.push_back(window);
}

void readRepetition(RecordLine &line, CouplingRecord &record) {
  std::vector<double> times;
  while (!line.isEmpty() && times.size() < 1024)
    times.push_back(line.seconds());
  if (times.empty() ||
      (!record.repetitions_s.empty() && times.size() != record.repetitions_s.front().size()))
    return line.refuse();
  record.repetitions_s.push_back(std::move(times));
}

void readDrift(RecordLine &line, CouplingRecord &record) {
  CouplingRecord::Drift drift;
  drift.first = line.whole();
  drift.length = line.whole(1);
  drift.ratio = line.seconds(); // a number above 0
  record.drifts.push_back(drift);
}

void readOthers(RecordLine &line, CouplingRecord &record) {
  const std::string &kind = line.kind();
  if (kind == "thread") {
    CouplingRecord::Thread thread;
    thread.is_first = line.whole(0, 1) == 1;
    thread.calls = line.count();
    thread.order = line.count(16);
    record.threads.push_back(thread);
  } else if (kind == "data") {
    record.data_bytes = line.count();
    record.copies = line.whole();
    record.team = line.whole(1);
  } else if (kind == "refused") {
    CouplingRecord::Refusal refusal;
    refusal.position = line.whole(-1);
    refusal.reason = line.text();
    refusal.detail = line.text();
    record.refused = refusal;
  } else if (kind == "calls") {
    record.call_count = line.count();
  } else if (kind == "strays") {
    record.strays = line.count();
  } else if (kind == "executions") {
    record.executions = line.whole(1);
  } else if (kind == "doing") {
    record.doing = line.whole();
  } else if (kind == "unreached") {
    line.count();
    record.reached = false;
  } else if (kind == "done") {
    record.done = true;
  } else {
    line.refuse();
  }
}

void readLine(RecordLine &line, CouplingRecord &record) {
  const std::string &kind = line.kind();
  if (kind == "site")
    readSite(line, record);
  else if (kind == "call")
    readCall(line, record);
  else if (kind == "kernel")
    readKernel(line, record);
  else if (kind == "window")
    readWindow(line, record);
  else if (kind == "drift")
    readDrift(line, record);
  else if (kind == "repetition")
    readRepetition(line, record);
  else
    readOthers(line, record);
}

} // namespace

Result<CouplingRecord> readCouplingRecord(const std::string &text) {
  std::vector<std::string> lines = splitText(text, '\n');
  if (lines.empty() || lines.front() != "tare coupling run\t1")
    return Error{"is no record of a run with coupled kernels"};
  if (!lines.back().empty())
    return Error{"ends within a line"};
  CouplingRecord record;
  for (size_t i = 1; i + 1 < lines.size(); ++i) {
    RecordLine line(lines[i]);
    readLine(line, record);
    if (!line.isGood())
      return Error{"line " + std::to_string(i + 1) + " is no line of a record of coupled kernels"};
  }
  return record;
}

} // namespace tare
