#include "site/server/downloads/wanted_part.hpp"

#include <gtest/gtest.h>

#include "site/server/http/http_date.hpp"

namespace crownstar::server {
namespace {

constexpr std::string_view date = "Sun, 06 Nov 1994 08:49:37 GMT";
constexpr std::string_view day_before = "Sat, 05 Nov 1994 08:49:37 GMT";
constexpr std::string_view day_after = "Mon, 07 Nov 1994 08:49:37 GMT";

FileVersion version_of(std::uint64_t bytes) { return {"\"3e8-1\"", *read_http_date(date), bytes}; }

WantedPart wanted(std::vector<Header> headers, std::uint64_t bytes = 1000, Method method = Method::get) {
  Request request;
  request.method = method;
  request.headers = std::move(headers);
  return wanted_part(request, version_of(bytes));
}

WantedPart ranged(std::string range, std::uint64_t bytes = 1000) {
  return wanted({{"Range", std::move(range)}}, bytes);
}

void expect_part(const WantedPart& part, std::uint64_t first, std::uint64_t length) {
  EXPECT_EQ(part.status, 206);
  EXPECT_EQ(part.first, first);
  EXPECT_EQ(part.length, length);
}

void expect_all(const WantedPart& part, std::uint64_t bytes = 1000) {
  EXPECT_EQ(part.status, 200);
  EXPECT_EQ(part.first, 0U);
  EXPECT_EQ(part.length, bytes);
}

TEST(WantedPart, IsAllWithoutARange) {
  expect_all(wanted({}));
  expect_all(wanted({}, 0), 0);
}

TEST(WantedPart, IsTheRange) {
  expect_part(ranged("bytes=0-0"), 0, 1);
  expect_part(ranged("bytes=0-999"), 0, 1000);
  expect_part(ranged("Bytes=500-599"), 500, 100);
  expect_part(ranged("bytes= 500-"), 500, 500);
  expect_part(ranged("bytes=-1"), 999, 1);
  expect_part(ranged("bytes=-5000"), 0, 1000);
  expect_part(ranged("bytes=990-5000"), 990, 10);
  expect_part(ranged("bytes=990-99999999999999999999999"), 990, 10);
}

TEST(WantedPart, OutsideOfTheFileIsRefused) {
  for (const char* range : {"bytes=1000-", "bytes=1000-1001", "bytes=99999999999999999999999-", "bytes=-0"}) {
    EXPECT_EQ(ranged(range).status, 416) << range;
  }
  EXPECT_EQ(ranged("bytes=0-", 0).status, 416);
  EXPECT_EQ(ranged("bytes=-5", 0).status, 416);
}

TEST(WantedPart, IsAllWhereTheRangeIsNotUnderstood) {
  for (const char* range : {"bytes=", "bytes=-", "bytes=5", "bytes=5-4", "bytes=0-1,5-6", "lines=0-1", "bytes",
                            "bytes=a-b", "bytes=+1-2", "bytes=0x1-2", "bytes=1 -2", "0-1"}) {
    expect_all(ranged(range));
  }
  expect_all(wanted({{"Range", "bytes=0-1"}, {"Range", "bytes=5-6"}}));
  expect_all(wanted({{"Range", "bytes=0-1"}}, 1000, Method::head));
}

TEST(WantedPart, IsNothingWhereTheClientHasIt) {
  EXPECT_EQ(wanted({{"If-None-Match", "\"3e8-1\""}}).status, 304);
  EXPECT_EQ(wanted({{"If-None-Match", "\"other\", W/\"3e8-1\""}}).status, 304);
  EXPECT_EQ(wanted({{"If-None-Match", "\"other\""}, {"If-None-Match", "\"3e8-1\""}}).status, 304);
  EXPECT_EQ(wanted({{"If-None-Match", "*"}}).status, 304);
  EXPECT_EQ(wanted({{"If-None-Match", "\"3e8-1\""}, {"Range", "bytes=0-1"}}).status, 304);
  EXPECT_EQ(wanted({{"If-Modified-Since", std::string(date)}}).status, 304);
  EXPECT_EQ(wanted({{"If-Modified-Since", std::string(day_after)}}).status, 304);
  expect_all(wanted({{"If-Modified-Since", std::string(day_before)}}));
  expect_all(wanted({{"If-Modified-Since", "yesterday"}}));
  // The mark counts, where both are given.
  expect_all(wanted({{"If-None-Match", "\"other\""}, {"If-Modified-Since", std::string(date)}}));
}

TEST(WantedPart, IsNothingOfAnotherVersion) {
  EXPECT_EQ(wanted({{"If-Match", "\"other\""}}).status, 412);
  EXPECT_EQ(wanted({{"If-Match", "W/\"3e8-1\""}}).status, 412);
  expect_all(wanted({{"If-Match", "\"other\", \"3e8-1\""}}));
  expect_all(wanted({{"If-Match", "*"}}));
  EXPECT_EQ(wanted({{"If-Unmodified-Since", std::string(day_before)}}).status, 412);
  expect_all(wanted({{"If-Unmodified-Since", std::string(date)}}));
}

TEST(WantedPart, IsAllWhereTheRestWouldNotFit) {
  const auto resumed = [](std::string_view condition) {
    return wanted({{"Range", "bytes=500-"}, {"If-Range", std::string(condition)}});
  };
  expect_part(resumed("\"3e8-1\""), 500, 500);
  expect_part(resumed(date), 500, 500);
  for (const std::string_view other :
       {std::string_view("\"other\""), std::string_view("W/\"3e8-1\""), day_before, day_after}) {
    expect_all(resumed(other));
  }
}

TEST(HttpDate, IsReadInAllThreeForms) {
  const auto at = std::chrono::sys_seconds(std::chrono::seconds(784111777));
  for (const char* text :
       {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"}) {
    EXPECT_EQ(read_http_date(text), at) << text;
  }
  EXPECT_EQ(write_http_date(at), date);
  for (const char* text :
       {"", "now", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37 GMT and more", "Sun, 66 Nov 1994 08:49:37 GMT"}) {
    EXPECT_EQ(read_http_date(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace crownstar::server
