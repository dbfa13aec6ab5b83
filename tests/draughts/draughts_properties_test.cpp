// What must be true of the kernel at any position, on boards of eight rows and columns: symmetry, keys, counts, and
// that what is written reads back.
#include "support/draughts_properties_suite.hpp"

namespace crownstar::support {

INSTANTIATE_TYPED_TEST_SUITE_P(OnEightRows, DraughtsProperties, OnEightRows, VariantNames);

}  // namespace crownstar::support
