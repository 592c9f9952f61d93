/* SPDX-License-Identifier: Apache-2.0
 *
 * TARE_FUNCTION(NAME), which the including file defines, for each function of the table, without
 * "MPI_". May be included again.
 */
#define TARE_OWN(NAME) TARE_FUNCTION(NAME)
#define TARE_CALL(NAME, PARAMETERS, ARGUMENTS, BEFORE, UNLOCKED, PARTS) TARE_FUNCTION(NAME)
#define TARE_COLLECTIVE(NAME, INAME, PARAMETERS, ARGUMENTS, SHAPE, ROOT, SENT, RECEIVED)           \
  TARE_FUNCTION(NAME) TARE_FUNCTION(INAME)
#include "functions.def"
#undef TARE_OWN
#undef TARE_CALL
#undef TARE_COLLECTIVE
#undef TARE_FUNCTION
