/* SPDX-License-Identifier: Apache-2.0
 *
 * The probes, as tare_abi.h describes them.
 */
#ifndef TARE_PROBES_H
#define TARE_PROBES_H

#include "state.h"

/* region.c */
void tare_region_fork(struct tare_module *module, unsigned int node, struct tare_region *region,
                      unsigned int flags);
void tare_region_start(struct tare_region *region);
void tare_region_finish(struct tare_region *region);
void tare_region_join(struct tare_region *region);

#endif
