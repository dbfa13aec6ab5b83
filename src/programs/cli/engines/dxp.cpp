#include "programs/cli/engines/dxp.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "engines/dxp/dxp_connection.hpp"
#include "engines/dxp/dxp_session.hpp"
#include "engines/pool/move_time.hpp"
#include "programs/cli/console/console.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using dxp::DxpConnection;
using dxp::DxpMessage;

constexpr std::string_view usual_port = "27531";
constexpr std::uint64_t most_games = 10'000;
constexpr std::uint64_t most_of_a_field = 999;  // what three digits hold

struct Peer {
  bool is_waiting = false;
  std::string host = "127.0.0.1";
  std::string port{usual_port};
};

// `wait`, `wait:PORT`, `wait:HOST:PORT`, `HOST` or `HOST:PORT`.
Checked<Peer> read_peer(std::string_view text) {
  Peer peer;
  if (text == "wait" || text.starts_with("wait:")) {
    peer.is_waiting = true;
    text = text.substr(std::min<std::size_t>(text.size(), 5));
    if (text.empty()) return peer;
    const std::size_t colon = text.rfind(':');
    if (colon != std::string_view::npos) peer.host = text.substr(0, colon);
    peer.port = colon == std::string_view::npos ? text : text.substr(colon + 1);
  } else {
    const std::size_t colon = text.rfind(':');
    peer.host = text.substr(0, colon);
    if (colon != std::string_view::npos) peer.port = text.substr(colon + 1);
  }
  if (const auto port = read_number("--dxp", peer.port, 1, 65'535); !port) return std::unexpected(port.error());
  return peer;
}

Checked<dxp::DxpTerms> read_terms(const EngineRequest& request) {
  dxp::DxpTerms terms;
  if (!request.game.empty()) terms.token = request.game;
  terms.level = request.level;
  const auto or_usual = [](const std::string& text, const char* usual) { return text.empty() ? usual : text; };
  const auto games = read_number("--games", or_usual(request.games, "1"), 1, most_games);
  if (!games) return std::unexpected(games.error());
  const auto minutes = read_number("--minutes", or_usual(request.minutes, "5"), 1, most_of_a_field);
  if (!minutes) return std::unexpected(minutes.error());
  const auto moves = read_number("--moves", or_usual(request.moves, "75"), 0, most_of_a_field);
  if (!moves) return std::unexpected(moves.error());
  terms.games = static_cast<int>(*games);
  terms.minutes = static_cast<int>(*minutes);
  terms.moves = static_cast<int>(*moves);
  if (request.time.empty()) return terms;
  const auto time = engine::move_time("--time", request.time);
  if (!time) return std::unexpected(time.error());
  terms.limits.time = *time;
  return terms;
}

bool send_all(DxpConnection& connection, const std::vector<DxpMessage>& messages) {
  for (const DxpMessage& message : messages) {
    if (!connection.send(dxp::write_dxp(message))) return false;
  }
  return true;
}

}  // namespace

int run_dxp(const EngineRequest& request, const engine::Equipment& equipment) {
  const auto peer = read_peer(request.dxp);
  if (!peer) return complain_of_usage(peer.error());
  const auto terms = read_terms(request);
  if (!terms) return complain_of_usage(terms.error());
  auto connection =
      peer->is_waiting ? DxpConnection::wait(peer->host, peer->port) : DxpConnection::connect(peer->host, peer->port);
  if (!connection) return complain(connection.error());
  const auto searcher = equipment.make_searcher();
  dxp::DxpSession session(*searcher, *terms);
  bool is_connected = peer->is_waiting || send_all(*connection, session.begin());
  while (is_connected && !session.is_over()) {
    const auto text = connection->receive();
    if (!text) break;
    const auto message = dxp::read_dxp(*text);
    // An unreadable message is reported to its sender; the game goes on.
    is_connected = message ? send_all(*connection, session.hear(*message)) && send_all(*connection, session.proceed())
                           : connection->send(dxp::write_dxp(dxp::DxpChat{message.error().reason}));
  }
  const dxp::DxpScore& score = session.score();
  say(fmt::format("{} games: +{} ={} -{}, {} without a result\n", score.all(), score.wins, score.draws, score.losses,
                  score.unknown));
  return success;
}

}  // namespace crownstar::cli
