#include "site/server/node/part_settings.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "site/server/config/external_engines.hpp"
#include "site/server/http/address.hpp"
#include "site/store/open/open_store.hpp"

namespace crownstar::server {

std::unique_ptr<engine::BackgroundTables> make_tables(const Settings& settings, Log& log) {
  engine::BackgroundTablesSettings terms;
  terms.pieces = settings.build_tables;
  return std::make_unique<engine::BackgroundTables>(
      std::move(terms), [&log](engine::TablesEvent event, const std::string& where, const std::string& detail) {
        switch (event) {
          case engine::TablesEvent::none_found:
            return log.write(
                LogLevel::info, "tables_missing",
                {{"folder", where}, {"offer", "--build-tables 4 makes small endgame tables beside everything else"}});
          case engine::TablesEvent::begun:
            return log.write(LogLevel::info, "tables_begun", {{"game", where}, {"positions", detail}});
          case engine::TablesEvent::finished:
            return log.write(LogLevel::info, "tables_built", {{"game", where}, {"positions", detail}});
          case engine::TablesEvent::refused:
            return log.write(LogLevel::warning, "tables", {{"where", where}, {"reason", detail}});
        }
      });
}

int engine_threads(const Settings& settings) {
  const int processors = static_cast<int>(std::thread::hardware_concurrency());
  return settings.engine_threads > 0 ? settings.engine_threads : std::max(1, processors - 1);
}

engine::EngineSettings engine_settings(const Settings& settings, const engine::BackgroundTables& tables) {
  engine::EngineSettings result;
  result.find_tables = tables.find();
  result.own.threads = engine_threads(settings);
  for (const ExternalEngine& each : settings.engines) result.external.push_back(external_engine(each));
  return result;
}

TransportOptions transport_options(const Settings& settings) {
  TransportOptions terms;
  terms.address = *read_address(settings.address);
  terms.port = settings.port;
  terms.may_take_next = !settings.is_port_given;
  terms.certificate = settings.tls_certificate;
  terms.key = settings.tls_key;
  terms.trusted_proxies = settings.trusted_proxies;
  terms.proxy_header = settings.proxy_header;
  terms.hosts = settings.hosts;
  terms.unthrottled = settings.unthrottled;
  terms.connections = settings.connections;
  terms.connections_of_an_address = settings.connections_of_an_address;
  terms.waiting_bytes = static_cast<std::size_t>(settings.waiting_mebibytes) << 20U;
  return terms;
}

base::Checked<void> make_store_folder(const std::string& store, bool must_exist) {
  const std::filesystem::path file(store);
  if (store::is_postgres_address(store)) return {};
  std::error_code problem;
  if (must_exist && !std::filesystem::exists(file, problem)) {
    return base::refuse(fmt::format(
        "the store '{}' is missing, and store-must-exist forbids to make a new one. Is its disk mounted? For a first "
        "start, start once without store-must-exist",
        store));
  }
  if (!file.has_parent_path()) return {};
  std::filesystem::create_directories(file.parent_path(), problem);
  if (!problem) return {};
  return base::refuse(fmt::format("cannot make the folder '{}': {}", file.parent_path().string(), problem.message()));
}

base::Checked<std::optional<people::KeyCipher>> read_key_cipher(const std::string& path) {
  if (path.empty()) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (file.bad() || !file.is_open()) return base::refuse(fmt::format("second-factor-key: cannot read '{}'", path));
  auto cipher = people::KeyCipher::of(text);
  if (cipher) return cipher;
  return base::refuse(
      fmt::format("second-factor-key: '{}' is too short for a key; expected {} random bytes or more, as text or not",
                  path, people::KeyCipher::least_octets));
}

}  // namespace crownstar::server
