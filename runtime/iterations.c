/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes of sampled iterations: what single iterations of a loop cost, and what lies between them.
 */
#include "probes.h"
#include "stack.h"

void TARE_BY_CLOCK(tare_iteration_begin)(struct tare_module *module, unsigned int node,
                                         struct tare_iterations *loop, long index) {
  (void)module;
  (void)node;
  (void)index;
  loop->w[1] = 0;
}

void TARE_BY_CLOCK(tare_iteration_end)(struct tare_iterations *loop) { (void)loop; }
