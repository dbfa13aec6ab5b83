#include "site/server/api/preview/preview.hpp"

#include <algorithm>

#include "base/text/xml_text.hpp"
#include "rules/catalog/catalog.hpp"
#include "site/server/picture/position_picture.hpp"

namespace crownstar::server {
namespace {

std::string tag(std::string_view kind, std::string_view name, std::string_view content) {
  return "<meta " + std::string(kind) + "=\"" + std::string(name) + "\" content=\"" + base::xml_text(content) +
         "\" />\n    ";
}

std::string game_name(std::string_view token) {
  const std::string_view id = token.substr(0, token.find(':'));
  const auto entries = game::catalog();
  const auto found = std::ranges::find(entries, id, &game::CatalogEntry::id);
  return found == entries.end() ? std::string(id) : found->name;
}

std::string name_of(const store::SeatRow& row) {
  if (row.kind == store::PlayerKind::engine) return "the computer";
  return row.name.empty() ? "a player who has left" : row.name;
}

// `Ada, Béla and the computer`, in the order of the seats.
std::string players_of(const live::MatchSummary& match) {
  std::vector<store::SeatRow> rows = match.header.seats;
  std::ranges::sort(rows, {}, &store::SeatRow::seat);
  std::string names;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) names += i + 1 == rows.size() ? " and " : ", ";
    names += name_of(rows[i]);
  }
  return names;
}

std::string moves_text(int moves) { return std::to_string(moves) + (moves == 1 ? " move" : " moves"); }

}  // namespace

Preview preview_of(const live::MatchSummary& match, std::string_view site) {
  const std::string game = game_name(match.header.game);
  const std::string players = players_of(match);
  Preview preview;
  preview.address = std::string(site) + "/match/" + match.header.id;
  // Another address for each position: what is seen at one of them is kept by messengers.
  preview.picture = preview.address + "/picture.png?moves=" + std::to_string(match.moves);
  switch (match.header.state) {
    case store::MatchState::open:
      preview.title = players.empty() ? game + ": a seat is free" : game + " with " + players + "?";
      preview.description = "Open the link and play in your browser. No account needed.";
      break;
    case store::MatchState::running:
      preview.title = game + ": " + players;
      preview.description = "The game is on, " + moves_text(match.moves) + " so far. Watch it live.";
      break;
    case store::MatchState::over:
      preview.title = game + ": " + players;
      preview.description = match.header.result.empty()
                                ? "The game is over."
                                : "Final result " + match.header.result + " after " + moves_text(match.moves) + ".";
      break;
  }
  return preview;
}

std::string with_preview(std::string_view document, const Preview& preview) {
  const std::size_t end = document.find("</head>");
  if (end == std::string_view::npos) return std::string(document);
  const std::string tags =
      tag("property", "og:type", "website") + tag("property", "og:site_name", "Crownstar") +
      tag("property", "og:title", preview.title) + tag("property", "og:description", preview.description) +
      tag("property", "og:url", preview.address) + tag("property", "og:image", preview.picture) +
      tag("property", "og:image:type", "image/png") + tag("property", "og:image:width", std::to_string(preview_width)) +
      tag("property", "og:image:height", std::to_string(preview_height)) +
      tag("property", "og:image:alt", "The board as it stands") + tag("name", "twitter:card", "summary_large_image");
  return std::string(document.substr(0, end)) + tags + std::string(document.substr(end));
}

std::string site_of(std::string_view host, bool is_secure) {
  const bool is_name = !host.empty() && std::ranges::all_of(host, [](char letter) {
    const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    return is_letter || (letter >= '0' && letter <= '9') || std::string_view(".-:[]").contains(letter);
  });
  return is_name ? (is_secure ? "https://" : "http://") + std::string(host) : "";
}

}  // namespace crownstar::server
