// SPDX-License-Identifier: Apache-2.0
// How often the probes of each construct will be executed, guessed before anything has run: from
// the trips of the loops around it, from known calls of its function, and from the number of
// threads.
//
//   node tables -> [static frequencies] -> predicted cost
//
// What the text does not tell is taken to be:
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
// A frequency tells which of the first, third, fourth and fifth it rests on.
#pragma once

#include "analyzer/cost/frequencies.h"

namespace tare {

inline constexpr double unknown_trips = 100;
inline constexpr double unknown_recursion = 100;

/// Of the constructs with probes; those that are never reached are left out. Constructs in several
/// tables (templates, headers) count once. Tables of the serial program have Serial probes only.
std::vector<Frequency> staticFrequencies(const std::vector<NodeTree> &trees, int threads);

} // namespace tare
