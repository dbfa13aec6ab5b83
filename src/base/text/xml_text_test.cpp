#include "base/text/xml_text.hpp"

#include <gtest/gtest.h>

namespace crownstar::base {
namespace {

TEST(XmlText, nothing_of_a_name_is_read_as_markup) {
  EXPECT_EQ(xml_text("<b>\"A & B\"</b>\n\u00e9"), "&lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt; \u00e9");
}

}  // namespace
}  // namespace crownstar::base
