/* SPDX-License-Identifier: Apache-2.0
 *
 * The instrumented units of the process.  Their tables are kept here, because a plugin may be gone
 * before the first region makes a file to put them in.
 */
#ifndef TARE_MODULES_H
#define TARE_MODULES_H

#include "tare_abi.h"

/* Gives the unit its slot and nodes; the same unit loaded twice gets the same. 0: no room. */
int tare_modules_add(struct tare_module *module);

/* Writes every module that is not in the file yet. 0: no space. */
int tare_modules_write(void);

/* In a forked child: none is in a file. */
void tare_modules_forget(void);

#endif
