#include "site/server/http/request_head.hpp"

#include <string>

#include <gtest/gtest.h>

namespace crownstar::server {
namespace {

std::string head_with(const std::string& lines) { return "POST / HTTP/1.1\r\nHost: x\r\n" + lines + "\r\n"; }

TEST(Heads, AsProgramsWriteThemAreTaken) {
  for (const char* lines : {"", "Content-Length: 5\r\n", "content-length:0\r\n", "Transfer-Encoding: chunked\r\n",
                            "Transfer-Encoding:  Chunked \r\n", "Cookie: a=\"b\"; c\r\n", "Empty:\r\n", "X: a\tb\r\n",
                            "User-Agent: caf\xc3\xa9\r\n"}) {
    const auto checked = check_head(head_with(lines));
    EXPECT_TRUE(checked) << lines << (checked ? "" : checked.error().reason);
  }
  EXPECT_TRUE(check_head("GET /a?b HTTP/1.0\r\n\r\n"));
}

TEST(Heads, ThatCanBeReadInTwoWaysAreRefused) {
  using std::string;
  for (const string& lines : {string("Content-Length: 5\r\nContent-Length: 5\r\n"),
                              string("Content-Length: 5, 5\r\n"),
                              string("Content-Length: +5\r\n"),
                              string("Content-Length: 0x5\r\n"),
                              string("Content-Length: -1\r\n"),
                              string("Content-Length: \r\n"),
                              string("Content-Length: 5 5\r\n"),
                              string("Content-Length: 1e1\r\n"),
                              string("Content-Length: 99999999999999999999\r\n"),
                              string("Content-Length : 5\r\n"),
                              string("Content-Length\t: 5\r\n"),
                              string("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
                              string("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n"),
                              string("Transfer-Encoding: identity\r\n"),
                              string("Transfer-Encoding: chunked, identity\r\n"),
                              string("Transfer-Encoding: gzip, chunked\r\n"),
                              string("Transfer-Encoding: xchunked\r\n"),
                              string("Transfer-Encoding: \"chunked\"\r\n"),
                              string("Transfer-Encoding: chunked;q=1\r\n"),
                              string("Transfer-Encoding:\x0b"
                                     "chunked\r\n"),
                              string("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
                              string("Transfer-Encoding:\r\n"),
                              string("Transfer-Encoding : chunked\r\n"),
                              string("Transfer_Encoding: chunked\r\n Transfer-Encoding: x\r\n"),
                              string("X: a\r\n b\r\n"),
                              string("X: a\r\n\tb\r\n"),
                              string(" X: a\r\n"),
                              string("X: a\rb\r\n"),
                              string("X: a\nb: c\r\n"),
                              string("X: a\0b\r\n", 8),
                              string("X\r\n"),
                              string(": a\r\n"),
                              string("X Y: a\r\n"),
                              string("X(: a\r\n")}) {
    EXPECT_FALSE(check_head(head_with(lines))) << lines;
  }
  for (const string& head :
       {string("GET  / HTTP/1.1\r\n\r\n"), string("GET / HTTP/1.1 \r\n\r\n"), string(" GET / HTTP/1.1\r\n\r\n"),
        string("GET /\tHTTP/1.1\r\n\r\n"), string("GET / HTTP/1.2\r\n\r\n"), string("GET / HTTP/2.0\r\n\r\n"),
        string("GET / http/1.1\r\n\r\n"), string("GET /\r\n\r\n"), string("GET /a b HTTP/1.1\r\n\r\n"),
        string("G(T / HTTP/1.1\r\n\r\n"), string("\r\nGET / HTTP/1.1\r\n\r\n"), string("GET / HTTP/1.1\n\r\n"),
        string("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n")}) {
    EXPECT_FALSE(check_head(head)) << head;
  }
}

TEST(Heads, AreLookedAtAsTheyCome) {
  const std::string head = head_with("Content-Length: 5\r\nCookie: a=b\r\n");
  for (std::size_t size = 0; size < head.size() - 2; ++size) {
    EXPECT_TRUE(check_beginning_of_head(head.substr(0, size))) << size;
  }
  for (const char* wrong : {"GARBAGE\r\n", "GET / HTTP/1.1\nHost", "GET / HTTP/1.1\r\n Host\r\n", "GET\rx",
                            "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n"}) {
    EXPECT_FALSE(check_beginning_of_head(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace crownstar::server
