// What each part of the server gets of the settings, and what must be there before it is made: folders and files.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/refusal.hpp"
#include "engines/pool/background_tables.hpp"
#include "engines/service/engines.hpp"
#include "site/people/second_factor/key_cipher.hpp"
#include "site/server/config/log.hpp"
#include "site/server/config/settings.hpp"
#include "site/server/net/transport.hpp"

namespace crownstar::server {

// Tables that lie where they usually do, and small ones that are made beside everything else if it was asked for.
std::unique_ptr<engine::BackgroundTables> make_tables(const Settings& settings, Log& log);

int engine_threads(const Settings& settings);
engine::EngineSettings engine_settings(const Settings& settings, const engine::BackgroundTables& tables);

TransportOptions transport_options(const Settings& settings);

// The folder of the store's file. Refused if the file must exist and does not.
base::Checked<void> make_store_folder(const std::string& store, bool must_exist);

// None where no file is named.
base::Checked<std::optional<people::KeyCipher>> read_key_cipher(const std::string& path);

}  // namespace crownstar::server
