/* SPDX-License-Identifier: Apache-2.0
 *
 * Numbers of the functions that are recorded: TARE_FN_Send and so on, from 0.
 */
#ifndef TARE_FUNCTIONS_H
#define TARE_FUNCTIONS_H

#include "message_format.h"

#include <mpi.h>

enum tare_function {
#define TARE_FUNCTION(NAME) TARE_FN_##NAME,
#include "all_functions.h"
  TARE_FN_COUNT
};
_Static_assert(TARE_FN_COUNT <= TARE_MF_FUNCTIONS, "the header has a sum for each function");

#endif
