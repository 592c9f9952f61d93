// SPDX-License-Identifier: Apache-2.0
// What the ranks of a job did in a stretch of time, as a picture: a row a rank, its work, its calls
// of MPI, its waits, and arrows from the rank that came last to those who waited for it.
//
//   TimelineJob, late arrivals -> [job picture] -> job view
#pragma once

#include "analyzer/report/html/markup.h"
#include "analyzer/timeline/job_waits.h"
#include "analyzer/timeline/timeline.h"

#include <span>
#include <string>
#include <vector>

namespace tare {

/// "rank 2", and of further threads of it that call MPI at once "rank 2, thread 1".
std::string rowTitle(const TimelineRank &rank);

/// "MPI_Recv at heat.c:12"
std::string callTitle(const Timeline &timeline, const TimelineCall &call);

/// Where a number on the overview leads: "wait-1".
std::string closeUpId(size_t arrival);

/// The whole job, with numbers at the arrivals, which lead to their close-ups. Calls that are
/// narrower than a pixel are drawn together: less than 20 nodes, and 3 a row.
void drawJob(Markup &page, const Timeline &timeline, std::span<const LateArrival> arrivals,
             const std::string &title);

/// The time around one arrival: of at most 16 rows, those that waited longest. Each piece that can
/// be seen says on hover what it is; 80 pieces do at most.
void drawArrival(Markup &page, const Timeline &timeline, const LateArrival &arrival,
                 const std::string &title);

/// What the marks of both mean.
void writeJobLegend(Markup &page, bool calls_left_out);

} // namespace tare
