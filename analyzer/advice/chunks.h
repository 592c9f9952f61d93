// SPDX-License-Identifier: Apache-2.0
// The arithmetic of a loop's schedule: how its iterations fall into chunks, and chunks to threads.
#pragma once

#include "analyzer/advice/rule.h"

#include <optional>
#include <string>

namespace tare {

/// One execution of a worksharing loop, on average.
struct Chunks {
  double iterations = 0; // of the whole team; counted, else estimated from samples
  double chunk = 0;      // iterations of a chunk; of schedule(guided) the least that one has
  double count = 0;      // chunks; of schedule(guided) at most so many
  int threads = 1;

  /// Of the thread that has the most, if the iterations cost the same.
  double most() const;
  /// Share of the loop's time that the others wait for that thread then.
  double imbalance() const;
  bool areFewerThanThreads() const { return count < threads; }
};

/// Nothing: the construct is no such loop, or the number of its iterations or the chunk is not
/// known. A static schedule without a chunk has one for each thread.
std::optional<Chunks> chunksOf(const Situation &situation);

/// Iterations of one thread in one execution of the loop; 0: not known.
double iterationsOfThread(const Situation &situation);

/// Seconds of work of one thread in one execution; 0: not known.
double executionTime(const Situation &situation);

/// A chunk for schedule(dynamic): it keeps a thread busy for 50 us, hundreds of times what fetching
/// it costs, but a thread is given several in an execution. "chunk": not known.
std::string chunkText(const Situation &situation);

/// "The loop has 64 iterations, and chunks of 10000 make 1 of it for 2 threads."
std::string chunksText(const Chunks &chunks);

} // namespace tare
