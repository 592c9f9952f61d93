// SPDX-License-Identifier: Apache-2.0
// How long a message may be for its sender not to wait for the receive, as the job itself shows it:
// where no network was measured.
#pragma once

#include "analyzer/jobs/job.h"
#include "analyzer/jobs/network.h"

namespace tare {

/// Tables without times, but with limits, local and remote. A send that ended before its receive
/// was posted did not wait: the longest of these is within the limit. It is the limit if a longer
/// blocking send began before its receive was posted, and ended after that; else there is none.
Network limitsSeen(const Job &job);

} // namespace tare
