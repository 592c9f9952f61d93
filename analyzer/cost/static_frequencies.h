// SPDX-License-Identifier: Apache-2.0
// How often the probes of each construct will be executed, guessed before anything has run. The
// guess rests on the trips of the loops around, on known calls of the function, and on the threads.
//
//   node tables -> [static frequencies] -> predicted cost
//
// The text leaves these open, and they are assumed to be:
//
//   a loop without constant bounds       unknown_trips iterations
//   a loop that may be left early        all of its iterations
//   a branch                             executed
//   an if with directives on both sides  each side every other time
//   a function that nothing known calls  executed once: by the initial thread if it holds a region
//                                        or serial code with probes, else by each thread of one
//                                        team
//   a function that calls itself         unknown_recursion times for each call from elsewhere
//   a serial statement                   too short to be measured, from its 1025th execution on
//   a team                               all threads, or the number in num_threads; of a nested
//                                        region one thread
//
// Frequency::guesses names those of loops, branches, callers and recursion.
#pragma once

#include "analyzer/cost/frequencies.h"

namespace tare {

inline constexpr double unknown_trips = 100;
inline constexpr double unknown_recursion = 100;

/// One for each construct with probes that can be reached. Constructs in several tables (templates,
/// headers) count once. Tables of the serial program have Serial probes only.
std::vector<Frequency> staticFrequencies(const std::vector<NodeTree> &trees, int threads);

} // namespace tare
