/* SPDX-License-Identifier: Apache-2.0
 *
 * What only the omp.h of libomp declares, for a program with one thread, without OpenMP. The
 * settings of threads that there are not say nothing; masks of processors cannot be had.
 */
#include <stddef.h>

enum { stack_bytes = 4 << 20, serial_library = 1, blocktime_ms = 200 }; /* libomp's defaults */

int kmp_get_stacksize(void) { return stack_bytes; }
size_t kmp_get_stacksize_s(void) { return stack_bytes; }
int kmp_get_blocktime(void) { return blocktime_ms; }
int kmp_get_library(void) { return serial_library; }
void kmp_set_stacksize(int bytes) { (void)bytes; }
void kmp_set_stacksize_s(size_t bytes) { (void)bytes; }
void kmp_set_blocktime(int ms) { (void)ms; }
void kmp_set_library(int library) { (void)library; }
void kmp_set_library_serial(void) {}
void kmp_set_library_turnaround(void) {}
void kmp_set_library_throughput(void) {}
void kmp_set_defaults(const char *text) { (void)text; }
void kmp_set_disp_num_buffers(int buffers) { (void)buffers; }
void kmp_set_warnings_on(void) {}
void kmp_set_warnings_off(void) {}

int kmp_get_affinity_max_proc(void) { return 0; }
void kmp_create_affinity_mask(void **mask) { *mask = NULL; }
void kmp_destroy_affinity_mask(void **mask) { *mask = NULL; }

int kmp_set_affinity(void **mask) {
  (void)mask;
  return -1;
}

int kmp_get_affinity(void **mask) {
  (void)mask;
  return -1;
}

int kmp_set_affinity_mask_proc(int processor, void **mask) {
  (void)processor;
  (void)mask;
  return -1;
}

int kmp_unset_affinity_mask_proc(int processor, void **mask) {
  (void)processor;
  (void)mask;
  return -1;
}

int kmp_get_affinity_mask_proc(int processor, void **mask) {
  (void)processor;
  (void)mask;
  return -1;
}

/* Its omp.h renames these by macros. */
void omp_set_affinity_format(const char *format);
size_t omp_get_affinity_format(char *buffer, size_t size);
void omp_display_affinity(const char *format);
size_t omp_capture_affinity(char *buffer, size_t size, const char *format);

void ompc_set_affinity_format(const char *format) { omp_set_affinity_format(format); }
void ompc_display_affinity(const char *format) { omp_display_affinity(format); }

size_t ompc_get_affinity_format(char *buffer, size_t size) {
  return omp_get_affinity_format(buffer, size);
}

size_t ompc_capture_affinity(char *buffer, size_t size, const char *format) {
  return omp_capture_affinity(buffer, size, format);
}
