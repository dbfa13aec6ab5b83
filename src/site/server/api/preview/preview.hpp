// What a messenger shows of a link to a match: its title, a sentence, and the address of its picture, as Open Graph
// tags in the page's document (ogp.me). It does not know how a match is found, and how its picture is drawn.
#pragma once

#include <string>
#include <string_view>

#include "site/live/ports/live_requests.hpp"

namespace crownstar::server {

struct Preview {
  std::string title;
  std::string description;
  std::string address;  // of the page, as is the next one: whole where it is known by which name the site is reached
  std::string picture;
};

// `site` is such as `https://play.example`, or empty.
Preview preview_of(const live::MatchSummary& match, std::string_view site);

// The document with the preview in its head.
std::string with_preview(std::string_view document, const Preview& preview);

// By what the request reached the site: `https://play.example`. Empty where the name is none.
std::string site_of(std::string_view host, bool is_secure);

}  // namespace crownstar::server
