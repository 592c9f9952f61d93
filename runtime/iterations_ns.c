/* SPDX-License-Identifier: Apache-2.0
 *
 * The probes of iterations.c on CLOCK_MONOTONIC.
 */
#define TARE_WORK_CLOCK_NS
#include "iterations.c"
