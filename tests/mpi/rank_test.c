/* SPDX-License-Identifier: Apache-2.0
 *
 * Which rank a process is, by what launchers set; and its job.
 */
#define _GNU_SOURCE
#include "env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct launched {
  const char *environment[6]; /* "NAME=VALUE" */
  int rank, ranks;
  const char *job;
};

static const struct launched cases[] = {
    {{NULL}, -1, -1, ""},
    {{"OMPI_COMM_WORLD_RANK=3", "OMPI_COMM_WORLD_SIZE=4", "PMIX_RANK=3"}, 3, 4, ""},
    {{"PMI_RANK=0", "PMI_SIZE=2"}, 0, 2, ""},
    {{"MV2_COMM_WORLD_RANK=1", "MV2_COMM_WORLD_SIZE=2"}, 1, 2, ""},
    {{"PALS_RANKID=5", "PMI_SIZE=8"}, 5, 8, ""},
    {{"PALS_RANKID=5"}, 5, -1, ""},
    {{"FLUX_TASK_RANK=1", "FLUX_JOB_SIZE=2", "FLUX_JOB_ID=f23"}, 1, 2, "flux f23"},
    {{"PMIX_RANK=2"}, 2, -1, ""},
    /* srun, with and without an MPI plugin */
    {{"SLURM_JOB_ID=7", "SLURM_PROCID=1", "SLURM_STEP_ID=0", "SLURM_STEP_NUM_TASKS=2",
      "SLURM_NTASKS=4"},
     1,
     2,
     "slurm 7.0"},
    {{"SLURM_JOB_ID=7", "SLURM_PROCID=1", "SLURM_STEP_ID=3", "SLURM_NTASKS=2", "PMIX_RANK=1"},
     1,
     2,
     "slurm 7.3"},
    {{"SLURM_JOB_ID=7", "SLURM_PROCID=0", "SLURM_STEP_ID=0", "SLURM_NTASKS=1"}, 0, 1, "slurm 7.0"},
    /* a plain program in a batch script, in one of two tasks, and in an interactive step */
    {{"SLURM_JOB_ID=7", "SLURM_PROCID=0", "SLURM_NTASKS=1"}, -1, -1, "slurm 7"},
    {{"SLURM_JOB_ID=7", "SLURM_PROCID=0", "SLURM_NTASKS=2"}, -1, -1, "slurm 7"},
    {{"SLURM_JOB_ID=7", "SLURM_PROCID=0", "SLURM_STEP_ID=4294967291", "SLURM_NTASKS=2"},
     -1,
     -1,
     "slurm 7"},
    {{"SLURM_JOB_ID=7", "SLURM_PROCID=0", "SLURM_STEP_ID=4294967290"}, -1, -1, "slurm 7"},
    /* mpirun in a batch script */
    {{"SLURM_JOB_ID=7", "SLURM_PROCID=0", "SLURM_NTASKS=2", "OMPI_COMM_WORLD_RANK=1",
      "OMPI_COMM_WORLD_SIZE=2"},
     1,
     2,
     "slurm 7"},
    {{"PBS_JOBID=12.host"}, -1, -1, "pbs 12.host"},
    {{"LSB_JOBID=12"}, -1, -1, "lsf 12"},
    {{"JOB_ID=12"}, -1, -1, ""}, /* may be anybody's */
    {{"JOB_ID=12", "SGE_TASK_ID=undefined"}, -1, -1, "sge 12"},
    /* what is no number */
    {{"PMI_RANK=", "SLURM_PROCID=x", "SLURM_STEP_ID=0"}, -1, -1, ""},
    {{"PMI_RANK=1", "PMI_SIZE=1"}, 1, -1, ""}, /* no such rank */
};

int main(void) {
  int failed = 0;
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; ++i) {
    const struct launched *c = &cases[i];
    char job[64];
    clearenv();
    for (unsigned k = 0; k < 6 && c->environment[k]; ++k)
      putenv((char *)c->environment[k]);
    tare_env_job(job, sizeof job);
    if (tare_env_rank() == c->rank && tare_env_ranks() == c->ranks && !strcmp(job, c->job))
      continue;
    printf("case %u: rank %d of %d, job '%s'; expected %d of %d, '%s'\n", i, (int)tare_env_rank(),
           (int)tare_env_ranks(), job, c->rank, c->ranks, c->job);
    failed = 1;
  }
  return failed;
}
