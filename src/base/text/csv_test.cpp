#include "base/text/csv.hpp"

#include <gtest/gtest.h>

namespace crownstar::base {
namespace {

TEST(CsvCell, IsQuotedWhereItHoldsWhatEndsOne) {
  EXPECT_EQ(csv_cell(""), "");
  EXPECT_EQ(csv_cell("W:W18:B14 6"), "W:W18:B14 6");
  EXPECT_EQ(csv_cell("W18,26"), "\"W18,26\"");
  EXPECT_EQ(csv_cell("the \"old\" line"), "\"the \"\"old\"\" line\"");
  EXPECT_EQ(csv_cell("two\nlines"), "\"two\nlines\"");
}

}  // namespace
}  // namespace crownstar::base
