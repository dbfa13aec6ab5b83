// Addresses of sites, as they are typed.
#include "programs/cli/bot/site_client.hpp"

#include <gtest/gtest.h>

namespace crownstar::cli {
namespace {

TEST(SiteAddress, an_address_of_figures_loses_its_brackets) {
  const auto six = read_site_address("https://[::1]:8417/below/");
  ASSERT_TRUE(six);
  EXPECT_EQ(six->host, "[::1]");
  EXPECT_EQ(six->bare_host(), "::1");
  EXPECT_EQ(six->port, "8417");
  EXPECT_EQ(six->path, "/below");
  EXPECT_EQ(read_site_address("https://example.org")->bare_host(), "example.org");
}

TEST(SiteAddress, a_secret_is_safe_when_encrypted_or_on_this_machine) {
  for (const char* text : {"https://example.org", "http://localhost:80", "http://127.0.0.1:8417", "http://[::1]"}) {
    EXPECT_TRUE(read_site_address(text)->is_private()) << text;
  }
  for (const char* text : {"http://example.org", "http://127.0.0.1.example.org", "http://10.0.0.1", "http://[::2]"}) {
    EXPECT_FALSE(read_site_address(text)->is_private()) << text;
  }
}

}  // namespace
}  // namespace crownstar::cli
