/* SPDX-License-Identifier: Apache-2.0
 *
 * Which rank of a job this process is, as the variables of its launcher say.
 */
#ifndef TARE_RANK_H
#define TARE_RANK_H

#include <stdint.h>

int32_t tare_rank(void);  /* -1: no job, or a program that a batch script starts by itself */
int32_t tare_ranks(void); /* of the job; 0: not told */
int tare_is_slurm_step(void); /* started by srun */

#endif
