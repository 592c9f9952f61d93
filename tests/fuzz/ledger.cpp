// SPDX-License-Identifier: Apache-2.0
// Ledger -> every report of it, and every review of it against itself and a good one.
#include "analyzer/advice/advice.h"
#include "analyzer/compare/compare.h"
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/report/csv.h"
#include "analyzer/report/markdown.h"
#include "analyzer/report/text.h"
#include "analyzer/review/review.h"
#include "tests/fuzz/json_mutator.h"

using namespace tare;

namespace {

void review(const Ledger &base, const Ledger &head) {
  Result<Comparison> comparison = compareLedgers(base, head);
  if (!comparison.ok())
    return;
  Review review{.base = "base", .head = "head", .comparison = comparison.value()};
  for (const char *gate : {"any > 5%", "time > 1%", "locks > 0%", "load_imbalance@f > 1%"})
    review.gates.push_back(evaluateGate(parseGate(gate).value(), review.comparison));
  reviewText(review);
  reviewMarkdown(review);
  reviewJson(review);
  reviewSarif(review);
  reviewGitLab(review);
}

void report(const Ledger &ledger) {
  for (View view : {View::Whole, View::Program, View::Function, View::Construct, View::Path}) {
    reportText(ledger, {.width = 60, .colour = true, .view = view});
    reportMarkdown(ledger, {.view = view});
    reportCsv(ledger, view);
  }
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                                          unsigned seed) {
  return testing::mutateJson(data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Result<Ledger> read = readLedger({reinterpret_cast<const char *>(data), size});
  if (!read.ok())
    return 0;
  Ledger &ledger = read.value();
  report(ledger);
  review(ledger, ledger);
  advise(ledger);
  if (!readLedger(writeLedger(ledger)).ok())
    __builtin_trap();
  return 0;
}
