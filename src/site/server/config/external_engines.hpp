// Knows how the words of a setting become an engine of another program.
// Refuses to know how such a program is spoken to.
#pragma once

#include "engines/service/engines.hpp"
#include "site/server/config/settings.hpp"

namespace crownstar::server {

// Words are parted by spaces; quotation marks hold some together.
std::vector<std::string> split_words(std::string_view text);

hub::ExternalEngine external_engine(const ExternalEngine& setting);

}  // namespace crownstar::server
