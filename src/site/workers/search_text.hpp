// Encodes a search request to a worker, its progress and its answer as messages of wire.toml.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engines/pool/search_names.hpp"

namespace crownstar::workers {

// Raise the number with every change to these messages, so that older workers take no tasks from newer nodes.
constexpr std::string_view search_queue = "search2";

std::string write_request(const engine::SearchRequest& request);
std::string write_progress(const engine::SearchProgress& progress);
std::string write_answer(const base::Checked<engine::SearchResult>& answer);

// Nothing where the text is no such message, or is longer than the limits of wire.toml allow.
std::optional<engine::SearchRequest> read_request(std::string_view text);
std::optional<engine::SearchProgress> read_progress(std::string_view text);
std::optional<base::Checked<engine::SearchResult>> read_answer(std::string_view text);

}  // namespace crownstar::workers
