// SPDX-License-Identifier: Apache-2.0
// Ledger, or timeline -> the report page. Strings of either add no element and no script to it.
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/report/html/report_html.h"
#include "analyzer/timeline/timeline_json.h"
#include "tests/fuzz/json_mutator.h"
#include "tests/ledger/sample_ledger.h"

using namespace tare;

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                                          unsigned seed) {
  return testing::mutateJson(data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  std::string page;
  if (Result<Timeline> timeline = readTimeline(text); timeline.ok()) {
    PageData of_page;
    of_page.timeline = &timeline.value();
    page = reportHtml(sampleLedger(), of_page);
    if (!readTimeline(timelineJson(timeline.value())).ok())
      __builtin_trap();
  } else if (Result<Ledger> ledger = readLedger(text); ledger.ok()) {
    page = reportHtml(ledger.value());
  } else {
    return 0;
  }
  size_t script = page.find("<script");
  if (page.find("<script", script + 1) != page.npos || page.find("<img") != page.npos)
    __builtin_trap();
  return 0;
}
