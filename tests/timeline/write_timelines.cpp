// SPDX-License-Identifier: Apache-2.0
// Writes a few timelines as files, and which keys there may be, for tests of schema, page and
// trace.
#include "analyzer/timeline/timeline_json.h"
#include "base/files.h"
#include "sample_timeline.h"

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  std::string folder = argv[1];
  int number = 0;
  for (const tare::Timeline &timeline : tare::test::sampleTimelines()) {
    std::string path = folder + "/timeline" + std::to_string(number++) + ".json";
    if (!tare::writeFileAtomic(path, tare::timelineJson(timeline)).ok())
      return 1;
  }
  std::string keys = tare::json::keys(tare::timelineFields);
  return tare::writeFileAtomic(folder + "/keys", keys).ok() ? 0 : 1;
}
