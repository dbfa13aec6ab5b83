// The same as draughts_agreement_test.cpp for the games on larger boards.
#include "support/draughts_agreement_suite.hpp"

namespace crownstar::support {

INSTANTIATE_TYPED_TEST_SUITE_P(OnLargeBoards, DraughtsAgreement, OnLargeBoards, VariantNames);

}  // namespace crownstar::support
