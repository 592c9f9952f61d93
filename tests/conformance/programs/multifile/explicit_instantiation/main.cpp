// tare: also: vector.cpp
// A template declared here, defined and instantiated explicitly in another unit, specialised there too.
#include "../../expect.h"
#include "vector.h"

int main() {
  Vector<int> ints(5);
  Vector<double> doubles(4);
  printf("%d %g %ld %d\n", ints.sum(), doubles.sum(), total<long>(4), inHeader(6));
  EXPECT_EQ(ints.sum(), 10);
  EXPECT(doubles.sum() == 106);
  EXPECT_EQ(total<long>(4), 4);
  EXPECT_EQ(inHeader(6) + inHeader(2L) + fromOther(), 6 + 2 + 3);
  return 0;
}
