/* SPDX-License-Identifier: Apache-2.0
 *
 * Call paths: which chain of calls the initial thread forked a region through.
 *
 *   region (fork) -> [path] -> PATHS block; the number goes into the log with the region's end
 *
 * A known chain is recognised by its return addresses, which lie in the same places of the stack
 * again: some loads. A new one is unwound, which takes microseconds.
 */
#ifndef TARE_PATH_H
#define TARE_PATH_H

#include "state.h"

/* Number of the call path, from 1, that ends at the call whose frame is `frame` (of the probe that
 * is called); 0: not known. Sets *slow when that took long. Initial thread, outside regions. */
uint32_t tare_path_of(const void *frame, int *slow);

void tare_paths_forget(void); /* in a forked child */

#endif
