// The same as draughts_properties_test.cpp for the games on larger boards.
#include "support/draughts_properties_suite.hpp"

namespace crownstar::support {

INSTANTIATE_TYPED_TEST_SUITE_P(OnLargeBoards, DraughtsProperties, OnLargeBoards, VariantNames);

}  // namespace crownstar::support
