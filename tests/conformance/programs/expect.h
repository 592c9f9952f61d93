/* What the conformance programs share: a check that says what is wrong and ends with status 1. */
#ifndef EXPECT_H
#define EXPECT_H

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      printf("%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                        \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

/* Whole numbers; prints both. */
#define EXPECT_EQ(actual, expected)                                                                \
  do {                                                                                             \
    long actual_ = (long)(actual), expected_ = (long)(expected);                                   \
    if (actual_ != expected_) {                                                                    \
      printf("%s:%d: %s is %ld, should be %ld\n", __FILE__, __LINE__, #actual, actual_,            \
             expected_);                                                                           \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

#endif
