// The encoding of a search request to a worker and of its answer: fields in a fixed order, each with its length.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engines/pool/requests.hpp"

namespace crownstar::workers {

// Whoever changes what is written changes this too: workers of before then take nothing of those who come after.
constexpr std::string_view search_queue = "search1";

std::string write_request(const engine::SearchRequest& request);
std::string write_progress(const engine::SearchProgress& progress);
std::string write_answer(const board::Checked<engine::SearchResult>& answer);

// Nothing where the text is not what `write_` makes, or has more in it than a game can have.
std::optional<engine::SearchRequest> read_request(std::string_view text);
std::optional<engine::SearchProgress> read_progress(std::string_view text);
std::optional<board::Checked<engine::SearchResult>> read_answer(std::string_view text);

}  // namespace crownstar::workers
