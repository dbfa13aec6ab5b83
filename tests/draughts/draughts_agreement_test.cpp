// The fast rules of draughts against the slow ones of tests/oracle, which share no line with them, on boards of eight
// rows and columns: the same moves with the same results, the same number of paths, the same counts. On failure the
// message has the variant, the position as FEN and the difference.
#include "support/draughts_agreement_suite.hpp"

namespace crownstar::support {

INSTANTIATE_TYPED_TEST_SUITE_P(OnEightRows, DraughtsAgreement, OnEightRows, VariantNames);

}  // namespace crownstar::support
