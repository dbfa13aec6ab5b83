// Parses the `engine` setting into the command line of an external engine.
#pragma once

#include "engines/service/engines.hpp"
#include "site/server/config/settings.hpp"

namespace crownstar::server {

// Words are parted by spaces; quotation marks hold some together.
std::vector<std::string> split_words(std::string_view text);

hub::ExternalEngine external_engine(const ExternalEngine& setting);

}  // namespace crownstar::server
