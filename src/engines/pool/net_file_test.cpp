#include "engines/pool/net_file.hpp"

#include <filesystem>
#include <fstream>
#include <memory>

#include <gtest/gtest.h>

#include "engines/search/net/embedded.hpp"

namespace crownstar::engine {
namespace {

class NetFile : public testing::Test {
 protected:
  // The program's own network of a game, changed, in a file.
  template <typename Change>
  std::string written(const char* game, Change&& change) const {
    auto network = std::make_unique<search::net::Network>(*search::net::embedded_network(game));
    change(*network);
    const auto bytes = search::net::write_network(*network);
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return path_.string();
  }
  void TearDown() override { std::filesystem::remove(path_); }

  std::string reason(const std::string& word) const {
    const auto chosen = choose_network(word);
    return chosen ? "" : chosen.error().reason;
  }

 private:
  const std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("net_file_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(NetFile, WhatTheProgramHasInItIsTakenFromAFileToo) {
  for (const char* game : {"american", "international", "turkish", "star-10-symmetric", "star-10-standard-several"}) {
    const auto chosen = choose_network(written(game, [](auto&) {}));
    ASSERT_TRUE(chosen) << to_text(chosen.error());
    EXPECT_EQ(chosen->game, game);
    EXPECT_NE(chosen->find(game), nullptr);
  }
}

TEST_F(NetFile, ANetworkOfAnotherBoardOrOfNoGameIsRefusedByName) {
  const auto call_it = [](const char* game) { return [game](auto& network) { network.game = game; }; };
  const std::string wrong_board = reason(written("american", call_it("international")));
  EXPECT_NE(wrong_board.find("it has 32 squares and not 50"), std::string::npos) << wrong_board;
  EXPECT_NE(wrong_board.find("net_file_"), std::string::npos) << wrong_board;
  const std::string no_game = reason(written("american", call_it("chess")));
  EXPECT_NE(no_game.find("no game here"), std::string::npos) << no_game;
  EXPECT_NE(reason(written("american", call_it("sternhalma"))), "");
  EXPECT_NE(reason(written("american", call_it("star-10-standard"))), "");
  EXPECT_NE(reason(written("star-10-standard", call_it("american"))), "");
  EXPECT_NE(reason(written("star-10-standard", call_it("star-10-standard-several"))), "");
  EXPECT_NE(reason(written("star-10-standard-several", call_it("star-10-standard"))), "");
  EXPECT_NE(reason(written("star-10-standard", call_it("star-nonsense"))), "");
}

}  // namespace
}  // namespace crownstar::engine
