// SPDX-License-Identifier: Apache-2.0
// Profile -> account -> report: what `tare report` does with the profiles of a results folder. Each
// input has right checksums, or nothing behind them would be seen.
#include "analyzer/accounts/close.h"
#include "analyzer/accounts/experiment.h"
#include "analyzer/books/conservation.h"
#include "analyzer/perturbation/approximate.h"
#include "analyzer/report/note_text.h"
#include "analyzer/report/text.h"
#include "analyzer/tables/account.h"
#include "base/text.h"
#include "tests/accounts/close_alone.h"
#include "tests/fuzz/json_mutator.h"
#include "tests/fuzz/memory_file.h"
#include "tests/profile/profile_writer.h"
#include "tests/profile/sound_profile.h"

#include <cstring>
#include <random>

using namespace tare;
using namespace tare::testing;

namespace {

std::string sealed(const uint8_t *data, size_t size) {
  std::string bytes(reinterpret_cast<const char *>(data), size);
  if (size >= TARE_PF_PAGE)
    reseal(bytes);
  return bytes;
}

ProbeCosts someCosts() {
  ProbeCosts costs;
  costs.threads = 2;
  costs.ticks_per_second = 1e9;
  costs.interrupted = 0.004;
  costs.interruption = 65000;
  costs.dispersion = 12;
  for (size_t i = 0; i < cost_kinds; ++i)
    costs.costs[i] = {{10, 20, 100, 30}, {5, 10, 50, 15}};
  return costs;
}

InstrumentedRun measuredRun(const Profile &profile) {
  return {.profile = std::make_shared<const Profile>(profile)};
}

InstrumentedRun approximatedRun(const Profile &profile) {
  Approximation approximation = approximate(profile, someCosts());
  InstrumentedRun run = measuredRun(approximation.profile);
  run.measured_window = approximation.measured_window;
  run.unfounded = approximation.unfounded;
  run.observed = approximation.observed;
  run.set_up = approximation.set_up;
  run.measured = approximation.measured;
  return run;
}

void book(const Repetition &repetition) {
  Experiment experiment;
  experiment.reference = "none";
  experiment.repetitions = {repetition};
  Result<Ledger> ledger = account(experiment);
  if (!ledger.ok())
    return;
  reportText(ledger.value(), {});
  reportJson(ledger.value());
}

/// In one of the places of a repetition that a profile can have. Statistics take longer than all
/// before them, so not every input gets that far.
void bookAs(const InstrumentedRun &run, uint64_t place) {
  static const InstrumentedRun whole = [] {
    MemoryFile file(lu2Profile().bytes());
    return measuredRun(readProfile(file.path()).value());
  }();
  Repetition repetition{.number = 1, .threads = 2, .instrumented = place % 4 < 2 ? run : whole};
  if (place % 4 == 1)
    repetition.one = run;
  if (place % 4 == 2)
    repetition.serial_instrumented = run;
  if (place % 4 == 3)
    repetition.pilot = run;
  if (place / 4 % 2)
    repetition.serial = repetition.parallel = PlainRun{run.profile->window};
  KeyTable keys;
  if (place / 8 % 8)
    closeRepetition(repetition, keys, place / 64 % 2);
  else
    book(repetition);
}

/// A field of what a block says or holds: most of a file is padding.
size_t fieldIn(const std::string &bytes, std::mt19937 &random) {
  size_t block = random() % (bytes.size() / TARE_PF_PAGE) * TARE_PF_PAGE, used = TARE_PF_PAGE;
  if (tare_pf_block head; block > 0) {
    std::memcpy(&head, bytes.data() + block, sizeof head);
    if (head.magic == TARE_PF_BLOCK_MAGIC)
      used = sizeof head + head.used;
  }
  used = std::min(used, bytes.size() - block);
  return block + random() % (used / 2 + 1) * 2;
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                                          unsigned seed) {
  std::mt19937 random(seed);
  if (size < 2 * TARE_PF_PAGE || random() % 8 == 0)
    return LLVMFuzzerMutate(data, size, max_size);
  std::string bytes = sealed(data, size);
  size_t width = size_t(2) << random() % 3, at = fieldIn(bytes, random) / width * width;
  const uint64_t odd[] = {0,
                          1,
                          2,
                          7,
                          0xffff,
                          0xfffffff,
                          0xffffffff,
                          uint64_t(1) << 52,
                          uint64_t(1) << 53,
                          uint64_t(1) << 63,
                          UINT64_MAX};
  uint64_t value = 0;
  std::memcpy(&value, data + std::min(at, size - width), width);
  switch (random() % 4) {
  case 0:
    value = odd[random() % std::size(odd)];
    break;
  case 1:
    value += random() % 9 - 4;
    break;
  case 2:
    value ^= uint64_t(1) << random() % (8 * width);
    break;
  default:
    std::memcpy(&value, data + std::min(fieldIn(bytes, random), size - width), width);
  }
  std::memcpy(data + std::min(at, size - width), &value, width);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MemoryFile file(sealed(data, size));
  readWindow(file.path());
  Result<Profile> profile = readProfile(file.path());
  if (!profile.ok())
    return 0;
  if (!isSound(profile.value()))
    __builtin_trap();
  uint64_t place = hashBytes({reinterpret_cast<const char *>(data), size});
  bookAs(measuredRun(profile.value()), place);
  if (checkConservation(profile.value()).ok())
    bookAs(approximatedRun(profile.value()), place);
  return 0;
}
