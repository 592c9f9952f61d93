/* SPDX-License-Identifier: Apache-2.0
 *
 * Probes of serial code: which statements the initial thread's time outside regions goes to.
 */
#include "probes.h"
#include "stack.h"

void TARE_BY_CLOCK(tare_serial_begin)(struct tare_module *module, unsigned int node) {
  (void)module;
  (void)node;
}

void TARE_BY_CLOCK(tare_serial_end)(struct tare_module *module, unsigned int node,
                                    unsigned long units) {
  (void)module;
  (void)node;
  (void)units;
}
