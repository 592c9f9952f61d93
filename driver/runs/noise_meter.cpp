// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/noise_meter.h"

#include "base/files.h"
#include "base/system.h"
#include "base/text.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <unistd.h>

namespace tare {
namespace {

constexpr int passes = 3;
constexpr int chain_length = 400000; // about 1 ms at 4 cycles an operation
constexpr size_t memory_bytes = size_t(48) << 20;
constexpr size_t line_bytes = 64;
// Fields of the line "cpu" in /proc/stat that are no work: idle and iowait. Guest time is in user.
constexpr size_t idle_field = 3, iowait_field = 4, guest_field = 8;

/// Each operation needs the result of the one before; the empty asm keeps the compiler from
/// folding the chain.
void registerPass() {
  uint64_t value = 1;
  for (int i = 0; i < chain_length; ++i) {
    value = value * 6364136223846793005u + 1442695040888963407u;
    asm volatile("" : "+r"(value));
  }
}

void memoryPass(std::vector<unsigned char> &memory) {
  for (size_t i = 0; i < memory.size(); i += line_bytes)
    memory[i] = static_cast<unsigned char>(memory[i] + 1);
  asm volatile("" : : "r"(memory.data()) : "memory");
}

/// The median of a few passes: one blip is not the machine's state.
double medianPass(const std::function<void()> &pass) {
  double times[passes];
  for (double &time : times) {
    double start = steadySeconds();
    pass();
    time = steadySeconds() - start;
  }
  std::nth_element(times, times + passes / 2, times + passes);
  return times[passes / 2];
}

} // namespace

double busySecondsOf(const std::vector<double> &jiffies, double jiffies_per_second) {
  double busy = 0;
  for (size_t i = 0; i < jiffies.size() && i < guest_field; ++i)
    if (i != idle_field && i != iowait_field)
      busy += jiffies[i];
  return jiffies_per_second > 0 ? busy / jiffies_per_second : 0;
}

SystemNoiseMeter::SystemNoiseMeter() : memory_(memory_bytes, 1) {}

ProbeTimes SystemNoiseMeter::probe() {
  ProbeTimes times;
  times.register_s = medianPass(registerPass);
  times.memory_s = medianPass([this] { memoryPass(memory_); });
  return times;
}

double SystemNoiseMeter::busySeconds() {
  Result<std::string> text = readFile("/proc/stat", 1 << 20);
  if (!text.ok() || !startsWith(text.value(), "cpu "))
    return 0;
  std::string line = text.value().substr(0, text.value().find('\n'));
  std::vector<double> jiffies;
  for (const std::string &word : splitText(line.substr(4), ' '))
    if (!word.empty())
      jiffies.push_back(std::strtod(word.c_str(), nullptr));
  return busySecondsOf(jiffies, static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

} // namespace tare
