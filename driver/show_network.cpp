// SPDX-License-Identifier: Apache-2.0
#include "driver/show_network.h"

#include "analyzer/report/page.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tare {
namespace {

constexpr int network_bytes_width = 12, network_width = 15;

std::string inMicroseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", seconds * 1e6);
  return rightAligned(text, network_width);
}

std::string rateText(const NetworkPoint &point) {
  char text[32] = "-";
  if (point.bytes > 0)
    std::snprintf(text, sizeof text, "%.1f", point.bytes / point.transfer_s * 1e-6);
  return rightAligned(text, network_width);
}

std::string bytesText(double bytes) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f", bytes);
  return text;
}

/// Each second size; the file has all.
void showTable(Page &page, const std::string &title, const NetworkTable &table) {
  page.line(title);
  page.line(rightAligned("bytes", network_bytes_width) +
            rightAligned("half trip us", network_width) + rightAligned("MB/s", network_width) +
            rightAligned("in send us", network_width) +
            rightAligned("in receive us", network_width));
  for (size_t i = table.points.size() % 2 ? 0 : 1; i < table.points.size(); i += 2) {
    const NetworkPoint &point = table.points[i];
    page.line(rightAligned(bytesText(point.bytes), network_bytes_width) +
              inMicroseconds(point.transfer_s) + rateText(point) + inMicroseconds(point.send_s) +
              inMicroseconds(point.receive_s));
  }
  if (std::isfinite(table.eager_limit_bytes))
    page.paragraph("  Eager limit " + bytesText(table.eager_limit_bytes) +
                       " bytes: a send of a longer message waits for its receiver.",
                   2);
  else
    page.paragraph("  No eager limit up to the largest size: no send waits for its receive.", 2);
}

} // namespace

std::string storedNetworkText(const StoredNetwork &stored) {
  Page page(80, false);
  page.paragraph(printable(stored.network.library));
  page.paragraph(printable(stored.launch) + ", measured " + stored.measured_utc);
  page.blank();
  if (stored.network.local.isMeasured())
    showTable(page, "local: two ranks on one host", stored.network.local);
  else
    page.line("local: not measured, each rank is on a host of its own");
  page.blank();
  if (stored.network.remote.isMeasured())
    showTable(page, "remote: ranks on " + printable(joinText(stored.hosts, " and ")),
              stored.network.remote);
  else
    page.line("remote: not measured, all ranks are on one host");
  page.blank();
  if (const SharedProcessor &shared = stored.network.shared; shared.isMeasured())
    page.paragraph("A rank that spins keeps a core that others want for " +
                   timeText(shared.turn_s) + ". One that yields takes " +
                   tenthPercent(shared.yield_share) + " of it.");
  else
    page.paragraph("How long a rank keeps a core that others want: not measured. Measure again: "
                   "add --again.");
  page.blank();
  if (stored.disturbed > 0) {
    page.paragraph(numberOf(stored.disturbed, "size") +
                   " disturbed by other programs: the median is far above the lower "
                   "quartile. Measure again on an idle machine: add --again.");
    page.blank();
  }
  return page.take();
}

} // namespace tare
