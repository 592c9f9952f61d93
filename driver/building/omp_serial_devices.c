/* SPDX-License-Identifier: Apache-2.0
 *
 * Devices of a program without OpenMP: there is only the host, with number 0, and all memory is
 * its.
 */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char host_name[] = "OMP_INITIAL_DEVICE";

int omp_get_num_devices(void) { return 0; }
int omp_get_default_device(void) { return 0; }
int omp_get_initial_device(void) { return 0; }
int omp_get_device_num(void) { return 0; }
int omp_is_initial_device(void) { return 1; }
void omp_set_default_device(int device) { (void)device; }
const char *omp_get_uid_from_device(int device) { return device == 0 ? host_name : NULL; }

int omp_get_device_from_uid(const char *name) {
  return strcmp(name, host_name) == 0 ? 0 : -4; /* omp_invalid_device */
}

void *omp_target_alloc(size_t size, int device) {
  (void)device;
  return size ? malloc(size) : NULL;
}

void omp_target_free(void *memory, int device) {
  (void)device;
  free(memory);
}

int omp_target_is_present(const void *memory, int device) {
  (void)memory;
  (void)device;
  return 1;
}

int omp_target_is_accessible(const void *memory, size_t size, int device) {
  (void)memory;
  (void)size;
  (void)device;
  return 1;
}

void *omp_get_mapped_ptr(const void *memory, int device) {
  (void)device;
  return (void *)(uintptr_t)memory;
}

/* The host's memory is there already: to associate it with some of a device fails, as it does in
 * the OpenMP libraries. */
int omp_target_associate_ptr(const void *host, const void *there, size_t size, size_t offset,
                             int device) {
  (void)host;
  (void)there;
  (void)size;
  (void)offset;
  (void)device;
  return EINVAL;
}

int omp_target_disassociate_ptr(const void *memory, int device) {
  (void)memory;
  (void)device;
  return EINVAL;
}

int omp_target_memcpy(void *to, const void *from, size_t length, size_t to_offset,
                      size_t from_offset, int to_device, int from_device) {
  (void)to_device;
  (void)from_device;
  memcpy((char *)to + to_offset, (const char *)from + from_offset, length);
  return 0;
}

int omp_target_memcpy_async(void *to, const void *from, size_t length, size_t to_offset,
                            size_t from_offset, int to_device, int from_device, int dependences,
                            void *depends) {
  (void)dependences;
  (void)depends;
  return omp_target_memcpy(to, from, length, to_offset, from_offset, to_device, from_device);
}

/* How many bytes one step in the first dimension is. */
static size_t strideOf(size_t element, int dimensions, const size_t *extents) {
  size_t stride = element;
  for (int i = 1; i < dimensions; ++i)
    stride *= extents[i];
  return stride;
}

int omp_target_memcpy_rect(void *to, const void *from, size_t element, int dimensions,
                           const size_t *volume, const size_t *to_offsets,
                           const size_t *from_offsets, const size_t *to_extents,
                           const size_t *from_extents, int to_device, int from_device) {
  if (to == NULL && from == NULL)
    return INT_MAX; /* asks for the most dimensions */
  if (dimensions < 1)
    return EINVAL;
  size_t to_stride = strideOf(element, dimensions, to_extents);
  size_t from_stride = strideOf(element, dimensions, from_extents);
  char *target = (char *)to + *to_offsets * to_stride;
  const char *source = (const char *)from + *from_offsets * from_stride;
  if (dimensions == 1) {
    memcpy(target, source, element * *volume);
    return 0;
  }
  for (size_t i = 0; i < *volume; ++i)
    omp_target_memcpy_rect(target + i * to_stride, source + i * from_stride, element,
                           dimensions - 1, volume + 1, to_offsets + 1, from_offsets + 1,
                           to_extents + 1, from_extents + 1, to_device, from_device);
  return 0;
}

int omp_target_memcpy_rect_async(void *to, const void *from, size_t element, int dimensions,
                                 const size_t *volume, const size_t *to_offsets,
                                 const size_t *from_offsets, const size_t *to_extents,
                                 const size_t *from_extents, int to_device, int from_device,
                                 int dependences, void *depends) {
  (void)dependences;
  (void)depends;
  return omp_target_memcpy_rect(to, from, element, dimensions, volume, to_offsets, from_offsets,
                                to_extents, from_extents, to_device, from_device);
}

void *omp_target_memset(void *memory, int byte, size_t size, int device) {
  (void)device;
  return memset(memory, byte, size);
}

void *omp_target_memset_async(void *memory, int byte, size_t size, int device, int dependences,
                              void *depends) {
  (void)dependences;
  (void)depends;
  return omp_target_memset(memory, byte, size, device);
}

void *llvm_omp_target_dynamic_shared_alloc(void) { return NULL; }
void ompx_dump_mapping_tables(void) {}

/* No interop construct was executed: each of its objects is omp_interop_none. */
static void *noValue(int *why) {
  if (why)
    *why = -1; /* omp_irc_empty */
  return NULL;
}

int omp_get_num_interop_properties(const void *interop) {
  (void)interop;
  return 0;
}

intptr_t omp_get_interop_int(const void *interop, int property, int *why) {
  (void)interop;
  (void)property;
  return (intptr_t)noValue(why);
}

void *omp_get_interop_ptr(const void *interop, int property, int *why) {
  (void)interop;
  (void)property;
  return noValue(why);
}

const char *omp_get_interop_str(const void *interop, int property, int *why) {
  (void)interop;
  (void)property;
  return noValue(why);
}

const char *omp_get_interop_name(const void *interop, int property) {
  (void)interop;
  (void)property;
  return NULL;
}

const char *omp_get_interop_type_desc(const void *interop, int property) {
  (void)interop;
  (void)property;
  return NULL;
}

const char *omp_get_interop_rc_desc(const void *interop, int code) {
  (void)interop;
  (void)code;
  return "no interop object";
}
