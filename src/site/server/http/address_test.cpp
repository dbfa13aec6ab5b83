#include "site/server/http/address.hpp"

#include <gtest/gtest.h>

namespace crownstar::server {
namespace {

Address at(std::string_view text) { return *read_address(text); }

TEST(Addresses, AreReadInEveryFormThatProxiesWrite) {
  EXPECT_EQ(write_address(at("192.0.2.1")), "192.0.2.1");
  EXPECT_EQ(write_address(at(" 192.0.2.1:4711 ")), "192.0.2.1");
  EXPECT_EQ(write_address(at("2001:DB8::1")), "2001:db8::1");
  EXPECT_EQ(write_address(at("\"[2001:db8::1]:4711\"")), "2001:db8::1");
  EXPECT_EQ(at("::ffff:192.0.2.1"), at("192.0.2.1"));
  for (const std::string_view wrong :
       {"", "unknown", "_hidden", "192.0.2", "192.0.2.256", "1:2:3", "[::1", "::1::", "a.b.c.d"}) {
    EXPECT_FALSE(read_address(wrong)) << wrong;
  }
}

TEST(Networks, HoldWhatTheirBitsSay) {
  EXPECT_TRUE(read_network("10.0.0.0/8")->holds(at("10.255.0.1")));
  EXPECT_FALSE(read_network("10.0.0.0/8")->holds(at("11.0.0.1")));
  EXPECT_TRUE(read_network("10.1.2.3")->holds(at("10.1.2.3")));
  EXPECT_FALSE(read_network("10.1.2.3")->holds(at("10.1.2.2")));
  EXPECT_TRUE(read_network("192.0.2.128/25")->holds(at("192.0.2.200")));
  EXPECT_FALSE(read_network("192.0.2.128/25")->holds(at("192.0.2.100")));
  EXPECT_TRUE(read_network("2001:db8::/33")->holds(at("2001:db8:7fff::1")));
  EXPECT_FALSE(read_network("2001:db8::/33")->holds(at("2001:db8:8000::1")));
  EXPECT_TRUE(read_network("0.0.0.0/0")->holds(at("203.0.113.9")));
  EXPECT_FALSE(read_network("0.0.0.0/0")->holds(at("2001:db8::1")));
  EXPECT_TRUE(read_network("::/0")->holds(at("203.0.113.9")));
  for (const std::string_view wrong :
       {"", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::1/129", "10.0.0.0/8x", "host/8"}) {
    EXPECT_FALSE(read_network(wrong)) << wrong;
  }
}

class Callers : public testing::Test {
 protected:
  std::string caller(std::string_view peer, std::string_view claims,
                     ProxyHeader header = ProxyHeader::x_forwarded_for) {
    return write_address(caller_behind({at(peer), false}, {claims, "https"}, header, trusted_).address);
  }
  std::vector<Network> trusted_{*read_network("127.0.0.1"), *read_network("10.0.0.0/8")};
};

TEST_F(Callers, AreBelievedOnlyFromTrustedProxies) {
  EXPECT_EQ(caller("192.0.2.1", "198.51.100.1"), "192.0.2.1");
  EXPECT_EQ(caller("127.0.0.1", "198.51.100.1"), "198.51.100.1");
  EXPECT_EQ(caller("127.0.0.1", ""), "127.0.0.1");
  // The hop that is not trusted is the caller, whatever it says of those before it.
  EXPECT_EQ(caller("127.0.0.1", "203.0.113.1, 198.51.100.1, 10.1.1.1"), "198.51.100.1");
  EXPECT_EQ(caller("127.0.0.1", "nonsense, 10.1.1.1"), "10.1.1.1");
  EXPECT_EQ(caller("127.0.0.1", "for=198.51.100.1", ProxyHeader::forwarded), "198.51.100.1");
  EXPECT_EQ(caller("127.0.0.1", "for=203.0.113.1, For=\"[2001:db8::1]:99\";proto=https", ProxyHeader::forwarded),
            "2001:db8::1");
  EXPECT_EQ(caller("127.0.0.1", "for=unknown", ProxyHeader::forwarded), "127.0.0.1");
}

TEST_F(Callers, HaveTheSchemeOfTheNearestHop) {
  const auto is_secure = [&](std::string_view peer, ProxyClaims claims, ProxyHeader header) {
    return caller_behind({at(peer), false}, claims, header, trusted_).is_secure;
  };
  EXPECT_TRUE(is_secure("127.0.0.1", {"198.51.100.1", "https"}, ProxyHeader::x_forwarded_for));
  EXPECT_FALSE(is_secure("127.0.0.1", {"198.51.100.1", "http"}, ProxyHeader::x_forwarded_for));
  EXPECT_FALSE(is_secure("192.0.2.1", {"198.51.100.1", "https"}, ProxyHeader::x_forwarded_for));
  EXPECT_FALSE(is_secure("127.0.0.1", {"198.51.100.1", "https, http"}, ProxyHeader::x_forwarded_for));
  EXPECT_TRUE(is_secure("127.0.0.1", {"for=198.51.100.1;proto=https", ""}, ProxyHeader::forwarded));
  EXPECT_FALSE(
      is_secure("127.0.0.1", {"for=1.2.3.4;proto=https, for=198.51.100.1;proto=http", ""}, ProxyHeader::forwarded));
}

}  // namespace
}  // namespace crownstar::server
