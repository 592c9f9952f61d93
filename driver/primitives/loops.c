/* SPDX-License-Identifier: Apache-2.0
 *
 * One loop a function.  What an iteration does stands in analyzer/primitives/operation_costs.cpp; a
 * test holds the two together. */
#include "loops.h"

#include <math.h>

enum { STRIDE = 8 }; /* doubles: a line of the cache */
enum {
  WIDE = 1032,
  NARROW = 72,
  FAR_ROWS = 2504
}; /* doubles of a row; no power of 2, so that columns use all sets; three far rows fill the nearest
      cache */

#define LOOP(name) static double name(const struct operands *with)
/* Each loop stands elsewhere in a line of the instruction cache by PLACE, 0 to 3: short loops take
   up to twice as long in an unlucky place. */
#ifndef PLACE
#define PLACE 0
#endif
#if PLACE && (defined __x86_64__ || defined __aarch64__)
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define PLACED __asm__ volatile(".rept 4 * " TEXT(PLACE) "\n nop\n nop\n nop\n nop\n .endr")
#else
#define PLACED
#endif
#define COUNT                                                                                      \
  const long n = with->count;                                                                      \
  PLACED
#define INPUT(x) const double *restrict x = with->x
#define OUTPUT double *restrict out = with->out

/* ---- sums: each iteration waits for the one before ---- */

LOOP(sum) {
  COUNT;
  INPUT(a);
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}

LOOP(dot) {
  COUNT;
  INPUT(a);
  INPUT(b);
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}

LOOP(product) {
  COUNT;
  INPUT(a);
  double s = 1;
  for (long i = 0; i < n; ++i)
    s *= a[i];
  return s;
}

LOOP(strided_sum) {
  COUNT;
  INPUT(a);
  double s = 0;
  for (long i = 0; i < n; i += STRIDE)
    s += a[i];
  return s;
}

/* The sum stays in memory: `a` might be its place. */
LOOP(memory_sum) {
  COUNT;
  const double *a = with->a;
  double *c = with->c;
  c[0] = 0;
  for (long i = 0; i < n; ++i)
    c[0] += a[i];
  return c[0];
}

/* Each element needs the one before, which was stored just now. */
LOOP(prefix_sum) {
  COUNT;
  INPUT(a);
  OUTPUT;
  for (long i = 1; i < n; ++i)
    out[i] = out[i - 1] + a[i];
  return out[n / 2];
}

/* Down each eighth column of a matrix: every line of the cache once. */
LOOP(column_sum) {
  COUNT;
  INPUT(a);
  const long width = n > 8 * WIDE ? WIDE : NARROW, rows = n / width;
  double s = 0;
  for (long j = 0; j < width; j += STRIDE)
    for (long i = 0; i < rows; ++i)
      s += a[i * width + j];
  return s;
}

/* Three rows of one array, two of them seen before. */
LOOP(rows) {
  COUNT;
  INPUT(a);
  OUTPUT;
  const long width = n > 8 * FAR_ROWS ? FAR_ROWS : NARROW;
  for (long i = 0; i < n - 2 * width; ++i)
    out[i] = a[i] + a[i + width] + a[i + 2 * width];
  return out[n / 2];
}

LOOP(divided_sum) {
  COUNT;
  INPUT(a);
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += 1 / a[i];
  return s;
}

LOOP(root_sum) {
  COUNT;
  INPUT(a);
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += 1 / (a[i] * sqrt(a[i]));
  return s;
}

LOOP(single_sum) {
  COUNT;
  const float *restrict a = with->single_a;
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}

LOOP(integer_sum) {
  COUNT;
  const int *restrict index = with->index;
  long s = 0;
  for (long i = 0; i < n; ++i)
    s += index[i];
  return (double)s;
}

LOOP(maximum) {
  COUNT;
  INPUT(a);
  double most = a[0];
  for (long i = 0; i < n; ++i)
    if (a[i] > most)
      most = a[i];
  return most;
}

/* ---- streams ---- */

#define STREAM(name) LOOP(name)
#define EACH
#include "streams.h"
#undef STREAM
#undef EACH

#ifdef __clang__
#define STREAM(name) LOOP(scalar_##name)
#define EACH _Pragma("clang loop vectorize(disable) interleave(disable)")
#else
#define STREAM(name) __attribute__((optimize("no-tree-vectorize"))) LOOP(scalar_##name)
#define EACH
#endif
#include "streams.h"

LOOP(single_triad) {
  COUNT;
  const float *restrict a = with->single_a, *restrict b = with->single_b;
  float *restrict out = with->single_out;
  for (long i = 0; i < n; ++i)
    out[i] = a[i] + 3 * b[i];
  return out[n / 2];
}

LOOP(integer_triad) {
  COUNT;
  const int *restrict index = with->index;
  int *restrict counter = with->counter;
  for (long i = 0; i < n; ++i)
    counter[i] = counter[i] + 3 * index[i];
  return counter[n / 2];
}

LOOP(integer_divide) {
  COUNT;
  const int *restrict index = with->index;
  int *restrict counter = with->counter;
  for (long i = 0; i < n; ++i)
    counter[i] = 1000003 / (index[i] + 1);
  return counter[n / 2];
}

/* ---- places that data tell ---- */

LOOP(gather) {
  COUNT;
  INPUT(a);
  OUTPUT;
  const int *restrict index = with->index;
  for (long i = 0; i < n; ++i)
    out[i] = a[index[i]];
  return out[n / 2];
}

LOOP(scatter) {
  COUNT;
  const int *restrict index = with->index;
  int *restrict counter = with->counter;
  for (long i = 0; i < n; ++i)
    counter[index[i]]++;
  return counter[n / 2];
}

/* ---- the mathematical library ---- */

#define LIBRARY(name, call)                                                                        \
  LOOP(name) {                                                                                     \
    COUNT;                                                                                         \
    INPUT(a);                                                                                      \
    double s = 0;                                                                                  \
    for (long i = 0; i < n; ++i)                                                                   \
      s += call;                                                                                   \
    return s;                                                                                      \
  }

LIBRARY(exponential, exp(a[i]))
LIBRARY(logarithm, log(a[i]))
LIBRARY(sine, sin(a[i]))
LIBRARY(cosine, cos(a[i]))
LIBRARY(power, pow(a[i], 1.5))

/* ---- short loops: what it takes to begin one, and how far the next one overlaps ---- */

/* The end of each depends on data, so that no compiler unrolls all of it.  The lengths are no
   multiples of a vector's, as those of programs are not. */
#define SHORT_LOOPS(LENGTH)                                                                        \
  LOOP(sums_of_##LENGTH) {                                                                         \
    COUNT;                                                                                         \
    INPUT(a);                                                                                      \
    double s = 0;                                                                                  \
    for (long i = 0; i + LENGTH <= n; i += LENGTH) {                                               \
      double own = 0;                                                                              \
      const long end = i + LENGTH + (a[i] < 0);                                                    \
      for (long j = i; j < end; ++j)                                                               \
        own += a[j];                                                                               \
      s += own;                                                                                    \
    }                                                                                              \
    return s;                                                                                      \
  }                                                                                                \
  LOOP(streams_of_##LENGTH) {                                                                      \
    COUNT;                                                                                         \
    INPUT(a);                                                                                      \
    OUTPUT;                                                                                        \
    for (long i = 0; i + LENGTH <= n; i += LENGTH) {                                               \
      const long end = i + LENGTH + (a[i] < 0);                                                    \
      for (long j = i; j < end; ++j)                                                               \
        out[j] = 3 * a[j];                                                                         \
    }                                                                                              \
    return out[n / 2];                                                                             \
  }

SHORT_LOOPS(5)
SHORT_LOOPS(11)
SHORT_LOOPS(21)
SHORT_LOOPS(43)
SHORT_LOOPS(85)
SHORT_LOOPS(171)

#define ROW(name, bytes, is_indexed)                                                               \
  { #name, name, bytes, is_indexed }
#define STREAM_ROWS(name, bytes) ROW(name, bytes, 0), ROW(scalar_##name, bytes, 0)
#define SHORT_ROWS(length) ROW(sums_of_##length, 8, 0), ROW(streams_of_##length, 16, 0)

const struct primitive primitives[] = {
    ROW(sum, 8, 0),
    ROW(dot, 16, 0),
    ROW(product, 8, 0),
    ROW(memory_sum, 8, 0),
    ROW(prefix_sum, 16, 0),
    ROW(strided_sum, 8, 0),
    ROW(column_sum, 8, 0),
    ROW(rows, 16, 0),
    ROW(gather, 20, 1),
    ROW(divided_sum, 8, 0),
    ROW(root_sum, 8, 0),
    ROW(single_sum, 4, 0),
    ROW(integer_sum, 4, 1),
    ROW(maximum, 8, 0),
    STREAM_ROWS(copy, 16),
    STREAM_ROWS(scale, 16),
    STREAM_ROWS(triad, 24),
    STREAM_ROWS(update, 16),
    STREAM_ROWS(add_four, 40),
    STREAM_ROWS(cubic, 16),
    STREAM_ROWS(stencil, 32),
    STREAM_ROWS(pair, 32),
    STREAM_ROWS(polynomial, 16),
    STREAM_ROWS(squares, 32),
    STREAM_ROWS(change, 8),
    STREAM_ROWS(exchange, 16),
    STREAM_ROWS(rotate, 16),
    STREAM_ROWS(divide, 16),
    STREAM_ROWS(root, 16),
    ROW(single_triad, 12, 0),
    ROW(integer_triad, 8, 1),
    ROW(integer_divide, 8, 1),
    ROW(scatter, 8, 1),
    ROW(exponential, 8, 0),
    ROW(logarithm, 8, 0),
    ROW(sine, 8, 0),
    ROW(cosine, 8, 0),
    ROW(power, 8, 0),
    SHORT_ROWS(5),
    SHORT_ROWS(11),
    SHORT_ROWS(21),
    SHORT_ROWS(43),
    SHORT_ROWS(85),
    SHORT_ROWS(171),
};
const int primitive_count = sizeof primitives / sizeof *primitives;
