/* SPDX-License-Identifier: Apache-2.0
 *
 * The program that measures a machine: teams of known work that meet, and what threads share.  It has
 * no probes.
 *
 *   tare-machine-<runtime> on CORES team      all that one setting of a team is measured by
 *   tare-machine-<runtime> pinned CORES team  the same, each thread on one core
 *   tare-machine-<runtime> on CORES rates     what threads share: memory and clock
 *
 * It leaves the first CORES of the CPUs that are allowed and starts again: OpenMP runtimes count them
 * and bind the first thread before main() begins.  Output:
 *
 *   runtime /usr/lib/.../libgomp.so.1         file that the OpenMP runtime was loaded from
 *   threads 2                                 of a team
 *   round barrier together 10000 350 210 600  kind, who works, ns of work; ns that a round takes
 *                                             beyond it: median, and what a half of all lies between
 *   lock 55 50 61                             ns of one acquisition when all threads want it
 *   dispatch 40 38 44                         ns of one iteration of schedule(dynamic, 1)
 *   rate 2 18500000000 0.98                   threads, bytes a second, clock against one thread's
 */
#ifndef TARE_ROUNDS_H
#define TARE_ROUNDS_H

#include <stdint.h>

enum { BATCHES = 5 }; /* of a figure; its median counts */

/* rounds_main.c */
uint64_t clockNs(void);
void work(long steps);    /* a chain of operations without memory */
double stepNs(void);      /* one of its steps, by this thread, now */
long times(double ns_each); /* of so long a thing in a batch */
void print_figure(const char *name, double values[BATCHES]); /* sorts them */

/* Each prints its lines; `cores` that the team shares. */
void measure_rounds(double cores);
void measure_sharing(void); /* locks and loops */
void measure_rates(void);

#endif
