/* SPDX-License-Identifier: Apache-2.0
 *
 * The loops that tell what operations cost here: each of one shape, over arrays of its own.  They
 * are compiled with the compiler and the flags of the program that is to be predicted. */
#ifndef TARE_PRIMITIVE_LOOPS_H
#define TARE_PRIMITIVE_LOOPS_H

/* What a loop works on: `count` elements of each array. */
struct operands {
  long count;
  double *a, *b, *c, *d, *out;
  float *single_a, *single_b, *single_out;
  int *index;   /* 0 .. count - 1, in an order that no cache expects */
  int *counter; /* of `count` elements */
};

struct primitive {
  const char *name;
  /* Runs over all elements; what it returns depends on them, so no compiler can leave it out. */
  double (*run)(const struct operands *);
  int bytes;      /* of all arrays that it goes through, for one iteration */
  int is_indexed; /* it goes through an array in the order of `index` */
};

extern const struct primitive primitives[];
extern const int primitive_count;

#endif
