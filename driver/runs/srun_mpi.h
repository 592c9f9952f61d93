// SPDX-License-Identifier: Apache-2.0
// How srun tells the ranks of a job about each other (PMI): each MPI knows some of the ways only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tare {

/// The command starts its program by srun.
bool isBySrun(const std::vector<std::string> &command);

/// The names of `srun --mpi=list`, as it prints them; without "none".
std::vector<std::string> offeredMpi(std::string_view list);

/// What to do where the ranks did not find each other: "say --mpi=pmi2 (MPICH) ...". `offered`: by
/// this Slurm; empty: not known.
std::string srunAdvice(const std::vector<std::string> &offered);
/// The same, asking the srun of the search path.
std::string srunAdvice();

} // namespace tare
