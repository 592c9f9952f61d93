// SPDX-License-Identifier: Apache-2.0
#include "analyzer/replay/processor_share.h"

#include <algorithm>

namespace tare {

void ProcessorShare::advance(double now) {
  share_ += (now - at_) * rate();
  at_ = now;
}

double ProcessorShare::start(double now, uint32_t process, double amount, double wants) {
  advance(now);
  wanted_ += wants;
  double due = share_ + amount;
  if (due < std::numeric_limits<double>::infinity())
    due_.insert({due, process});
  return due;
}

void ProcessorShare::stop(double now, uint32_t process, double due, double wants) {
  advance(now);
  due_.erase({due, process});
  wanted_ -= wants;
}

void ProcessorShare::end(double now, uint32_t process, double due, double wants) {
  advance(now);
  share_ = std::max(share_, due);
  stop(now, process, due, wants);
}

} // namespace tare
