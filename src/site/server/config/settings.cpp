#include "site/server/config/settings.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"
#include "site/bus/bus.hpp"
#include "site/server/http/request_text.hpp"
#include "site/store/open/postgres_store.hpp"

namespace crownstar::server {
namespace {

using base::Checked;

using base::refuse;
using Values = std::vector<std::string>;

Checked<void> read_number(int& target, const Values& values, int least, int most) {
  const std::string& text = values.front();
  const std::optional<int> number = base::parse_number<int>(text);
  if (!number || *number < least || *number > most) {
    return refuse(fmt::format("expected a number from {} to {} instead of {}", least, most, base::quoted(text)));
  }
  target = *number;
  return {};
}

template <typename T>
Checked<void> read_word(T& target, const Values& values, std::initializer_list<std::pair<std::string_view, T>> words) {
  std::string known;
  for (const auto& [word, value] : words) {
    if (word == values.front()) {
      target = value;
      return {};
    }
    known += (known.empty() ? "" : " or ") + std::string(word);
  }
  return refuse(fmt::format("expected {} instead of {}", known, base::quoted(values.front())));
}

Checked<void> read_networks(std::vector<Network>& target, const Values& values) {
  std::vector<Network> networks;
  for (const std::string& value : values) {
    const auto network = read_network(value);
    if (!network) return std::unexpected(network.error());
    networks.push_back(*network);
  }
  target = std::move(networks);
  return {};
}

Values write_networks(const std::vector<Network>& networks) {
  Values values;
  for (const Network& network : networks) {
    const int bits = network.base.is_four() ? network.bits - 96 : network.bits;
    values.push_back(fmt::format("{}/{}", write_address(network.base), bits));
  }
  return values;
}

Checked<void> read_origins(Settings& settings, const Values& values) {
  for (const std::string& value : values) {
    if (!read_origin(value)) {
      return refuse(fmt::format("expected an address such as https://play.example instead of {}", base::quoted(value)));
    }
  }
  settings.origins = values;
  return {};
}

Values text_if_any(const std::string& text) { return text.empty() ? Values{} : Values{text}; }

constexpr std::string_view word_of(LogLevel level) {
  constexpr std::array<std::string_view, 4> words{"debug", "info", "warning", "error"};
  return words[static_cast<std::size_t>(level)];
}

// A flag without a value switches it on.
Checked<void> read_switch(bool& target, const Values& values) {
  if (values.empty() || values.front().empty()) {
    target = true;
    return {};
  }
  return read_word(target, values, {{"yes", true}, {"no", false}, {"true", true}, {"false", false}});
}
Values write_switch(bool is_on) { return {is_on ? "yes" : "no"}; }

constexpr std::array table_rows{std::to_array<SettingRow>({
    {"address", "ADDRESS", "Address to listen on; 0.0.0.0 or :: for all of this machine's addresses", false,
     [](Settings& settings, const Values& values) -> Checked<void> {
       if (!read_address(values.front()))
         return refuse("expected an address instead of " + base::quoted(values.front()));
       settings.address = values.front();
       return {};
     },
     [](const Settings& settings) { return Values{settings.address}; }},
    {"port", "PORT", "Port to listen on; 0 for any free port (default: 8417, or the next free port)", false,
     [](Settings& settings, const Values& values) {
       settings.is_port_given = true;
       return read_number(settings.port, values, 0, 65535);
     },
     [](const Settings& settings) { return settings.is_port_given ? Values{std::to_string(settings.port)} : Values{}; },
     "8417"},
    {"store", "FILE", "The store: a file, created if it does not exist, or postgresql://USER@HOST/DATABASE", false,
     [](Settings& settings, const Values& values) -> Checked<void> {
       if (values.front().empty()) return refuse("expected the name of a file or postgresql://USER@HOST/DATABASE");
       const std::size_t scheme = values.front().find("://");
       if (scheme != std::string::npos && !store::is_postgres_address(values.front())) {
         return refuse(
             fmt::format("expected the name of a file or postgresql://USER@HOST/DATABASE; {} is no kind of store",
                         base::quoted(values.front().substr(0, scheme))));
       }
       settings.store = values.front();
       return {};
     },
     [](const Settings& settings) { return Values{store::shown_address(settings.store)}; }},
    {"store-must-exist", "SWITCH",
     "Refuse to start where the store is missing or empty, as when its disk is not mounted: yes or no", false,
     [](Settings& settings, const Values& values) { return read_switch(settings.store_must_exist, values); },
     [](const Settings& settings) { return write_switch(settings.store_must_exist); }},
    {"bus", "ADDRESS",
     "The broker between a site's nodes: nats://HOST:4222 or tls://HOST:4222, several separated by commas (default: "
     "none, for a single node)",
     false,
     [](Settings& settings, const Values& values) -> Checked<void> {
       if (!bus::is_bus_address(values.front())) {
         return refuse("expected nats://HOST:PORT or tls://HOST:PORT instead of " +
                       base::quoted(bus::shown_bus_address(values.front())));
       }
       settings.bus = values.front();
       return {};
     },
     [](const Settings& settings) {
       return settings.bus.empty() ? Values{} : Values{bus::shown_bus_address(settings.bus)};
     }},
    {"collections", "FOLDER", "Folder with databases of `crownstar pdn index`, which the page and the API search",
     false,
     [](Settings& settings, const Values& values) -> Checked<void> {
       settings.collections = values.front();
       return {};
     },
     [](const Settings& settings) { return text_if_any(settings.collections); }},
    {"open-data", "FOLDER", "Folder of `crownstar export --games`, whose data files the page lists for everybody",
     false,
     [](Settings& settings, const Values& values) -> Checked<void> {
       settings.open_data = values.front();
       return {};
     },
     [](const Settings& settings) { return text_if_any(settings.open_data); }},
    {"tls-certificate", "FILE", "Certificate chain in PEM format; with a key it turns on TLS", false,
     [](Settings& settings, const Values& values) -> Checked<void> {
       settings.tls_certificate = values.front();
       return {};
     },
     [](const Settings& settings) { return text_if_any(settings.tls_certificate); }},
    {"tls-key", "FILE", "The certificate's private key in PEM format", false,
     [](Settings& settings, const Values& values) -> Checked<void> {
       settings.tls_key = values.front();
       return {};
     },
     [](const Settings& settings) { return text_if_any(settings.tls_key); }},
    {"second-factor-key", "FILE",
     "A file of random bytes that encrypts the keys of second factors in the store; the same for all nodes", false,
     [](Settings& settings, const Values& values) -> Checked<void> {
       settings.second_factor_key = values.front();
       return {};
     },
     [](const Settings& settings) { return text_if_any(settings.second_factor_key); }},
    {"host", "NAME",
     "A host name of the site, as in the address bar; if one is given, requests for other names are refused", true,
     [](Settings& settings, const Values& values) -> Checked<void> {
       for (const std::string& value : values) {
         if (!is_host(value)) return refuse("expected a name such as play.example instead of " + base::quoted(value));
       }
       settings.hosts = values;
       return {};
     },
     [](const Settings& settings) { return settings.hosts; }},
    {"origin", "ORIGIN", "Another address of the page, when a proxy hides it: https://play.example", true,
     [](Settings& settings, const Values& values) { return read_origins(settings, values); },
     [](const Settings& settings) { return settings.origins; }},
    {"trusted-proxy", "RANGE", "A proxy that is trusted to report the client's address: 127.0.0.1 or 10.0.0.0/8", true,
     [](Settings& settings, const Values& values) { return read_networks(settings.trusted_proxies, values); },
     [](const Settings& settings) { return write_networks(settings.trusted_proxies); }},
    {"proxy-header", "HEADER", "The header that trusted proxies set: x-forwarded-for or forwarded", false,
     [](Settings& settings, const Values& values) {
       return read_word(settings.proxy_header, values,
                        {{"x-forwarded-for", ProxyHeader::x_forwarded_for}, {"forwarded", ProxyHeader::forwarded}});
     },
     [](const Settings& settings) {
       return Values{settings.proxy_header == ProxyHeader::forwarded ? "forwarded" : "x-forwarded-for"};
     }},
    {"unthrottled", "RANGE", "Addresses without rate and connection limits, for load tests", true,
     [](Settings& settings, const Values& values) { return read_networks(settings.unthrottled, values); },
     [](const Settings& settings) { return write_networks(settings.unthrottled); }},
    {"metrics-reader", "RANGE", "Addresses that may read /metrics (default: this machine)", true,
     [](Settings& settings, const Values& values) { return read_networks(settings.metrics_readers, values); },
     [](const Settings& settings) { return write_networks(settings.metrics_readers); }},
    {"log-level", "LEVEL",
     "Minimum level of the log: debug, info, warning or error; security events are always written", false,
     [](Settings& settings, const Values& values) {
       return read_word(settings.log_level, values,
                        {{"debug", LogLevel::debug},
                         {"info", LogLevel::info},
                         {"warning", LogLevel::warning},
                         {"error", LogLevel::error}});
     },
     [](const Settings& settings) { return Values{std::string(word_of(settings.log_level))}; }},
    {"log-form", "FORM", "Format of the log: text (key=value) or json", false,
     [](Settings& settings, const Values& values) {
       return read_word(settings.log_form, values, {{"text", LogForm::text}, {"json", LogForm::json}});
     },
     [](const Settings& settings) { return Values{settings.log_form == LogForm::json ? "json" : "text"}; }},
    {"access-log", "SWITCH", "Log a line for each request, with its address and without its query: yes or no", false,
     [](Settings& settings, const Values& values) { return read_switch(settings.access_log, values); },
     [](const Settings& settings) { return write_switch(settings.access_log); }},
    {"engine-threads", "N", "Engine threads; 0: one fewer than the processors", false,
     [](Settings& settings, const Values& values) { return read_number(settings.engine_threads, values, 0, 256); },
     [](const Settings& settings) { return Values{std::to_string(settings.engine_threads)}; }},
    {"build-tables", "N", "Build endgame tables up to this many pieces in the background; 0: none, 4 takes little time",
     false, [](Settings& settings, const Values& values) { return read_number(settings.build_tables, values, 0, 6); },
     [](const Settings& settings) { return Values{std::to_string(settings.build_tables)}; }},
    {"connections", "N", "Maximum number of connections", false,
     [](Settings& settings, const Values& values) { return read_number(settings.connections, values, 1, 1'000'000); },
     [](const Settings& settings) { return Values{std::to_string(settings.connections)}; }},
    {"connections-of-an-address", "N", "Maximum number of connections from one address", false,
     [](Settings& settings, const Values& values) {
       return read_number(settings.connections_of_an_address, values, 1, 1'000'000);
     },
     [](const Settings& settings) { return Values{std::to_string(settings.connections_of_an_address)}; }},
    {"waiting-mebibytes", "N", "Memory for messages to slow clients, in MiB; beyond it the slowest are disconnected",
     false,
     [](Settings& settings, const Values& values) {
       return read_number(settings.waiting_mebibytes, values, 1, 65'536);
     },
     [](const Settings& settings) { return Values{std::to_string(settings.waiting_mebibytes)}; }},
    {"session-days", "N", "Days without use after which a session, and a guest with it, ends", false,
     [](Settings& settings, const Values& values) { return read_number(settings.session_days, values, 1, 60); },
     [](const Settings& settings) { return Values{std::to_string(settings.session_days)}; }},
    {"close-quiet-days", "N", "Days without activity after which a game without a clock ends without a result", false,
     [](Settings& settings, const Values& values) { return read_number(settings.close_quiet_days, values, 1, 3'650); },
     [](const Settings& settings) { return Values{std::to_string(settings.close_quiet_days)}; }},
})};

std::string environment_name(std::string_view name) {
  std::string result = "CROWNSTAR_";
  for (const char letter : name) {
    result += letter == '-' ? '_' : letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter;
  }
  return result;
}

Values split_list(const std::string& text) {
  Values values;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    if (comma > begin) values.push_back(text.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return values;
}

std::string home_folder(const SettingInputs& inputs, const std::string& variable, std::string_view fallback) {
  // The specification has a relative path ignored.
  const auto named = inputs.environment(variable);
  if (named && named->starts_with('/')) return *named;
  const auto home = inputs.environment("HOME");
  return home && home->starts_with('/') ? *home + "/" + std::string(fallback) : "";
}

std::string default_store(const SettingInputs& inputs) {
  const std::string folder = home_folder(inputs, "XDG_DATA_HOME", ".local/share");
  return folder.empty() ? "crownstar.db" : folder + "/crownstar/crownstar.db";
}

// The file that is read when none is named; empty where there is none.
std::string default_file(const SettingInputs& inputs) {
  const std::string folder = home_folder(inputs, "XDG_CONFIG_HOME", ".config");
  if (folder.empty()) return {};
  std::string file = folder + "/crownstar/settings.toml";
  std::error_code ignored;
  return std::filesystem::exists(file, ignored) ? file : "";
}

std::expected<void, SettingsRefusal> check_together(const ReadSettings& read) {
  const Settings& settings = read.settings;
  const auto refuse = [](std::string reason, bool is_of_a_flag = false) {
    return std::unexpected(SettingsRefusal{{{}, std::move(reason)}, is_of_a_flag});
  };
  if (settings.tls_certificate.empty() != settings.tls_key.empty()) {
    return refuse("tls-certificate and tls-key belong together: one of them is missing",
                  read.sources.at("tls-certificate") == "flag" || read.sources.at("tls-key") == "flag");
  }
  std::error_code problem;
  for (const std::string& file : {settings.tls_certificate, settings.tls_key}) {
    if (!file.empty() && !std::filesystem::is_regular_file(file, problem)) {
      return refuse(fmt::format("the file '{}' does not exist", file));
    }
  }
  if (!settings.second_factor_key.empty() && !std::filesystem::is_regular_file(settings.second_factor_key, problem)) {
    return refuse(
        fmt::format(
            "second-factor-key: the file '{}' does not exist. Bring it back, or make it where there was none: head "
            "-c 32 /dev/urandom >FILE",
            settings.second_factor_key),
        read.sources.at("second-factor-key") == "flag");
  }
  if (!settings.collections.empty() && !std::filesystem::is_directory(settings.collections, problem)) {
    return refuse(
        fmt::format("collections: there is no folder '{}'; make it, or leave the setting out", settings.collections),
        read.sources.at("collections") == "flag");
  }
  if (!settings.open_data.empty() && !std::filesystem::is_directory(settings.open_data, problem)) {
    return refuse(
        fmt::format("open-data: there is no folder '{}'; make it, or leave the setting out", settings.open_data),
        read.sources.at("open-data") == "flag");
  }
  if (std::filesystem::is_directory(settings.store, problem)) {
    return refuse(fmt::format("store: '{}' is a folder; expected the name of a file", settings.store));
  }
  return {};
}

struct Source {
  std::string name;
  std::string place;  // `--port`, `CROWNSTAR_PORT`, `port in settings.toml`
  Values values;
};

std::string toml_quoted(std::string_view text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter;
  }
  return result + '"';
}

std::string file_name(std::string_view name) {
  std::string result(name);
  std::ranges::replace(result, '-', '_');
  return result;
}

}  // namespace

std::span<const SettingRow> setting_rows() { return table_rows; }

Checked<void> check_variables(const std::vector<std::string>& names) {
  constexpr std::string_view prefix = "CROWNSTAR_";
  for (const std::string& name : names) {
    if (!name.starts_with(prefix)) continue;
    const bool is_setting =
        std::ranges::any_of(table_rows, [&](const SettingRow& row) { return environment_name(row.name) == name; });
    // Of the engines, and of `crownstar bot`.
    if (is_setting || name == "CROWNSTAR_TABLES" || name == "CROWNSTAR_TOKEN") continue;
    return refuse(fmt::format("{}: there is no such setting; `crownstar serve --help` lists them all", name));
  }
  return {};
}

std::expected<ReadSettings, SettingsRefusal> read_settings(const SettingInputs& inputs) {
  if (auto checked = check_variables(inputs.variables); !checked) {
    return std::unexpected(SettingsRefusal{std::move(checked).error()});
  }
  ReadSettings result;
  result.settings.store = default_store(inputs);
  result.settings.metrics_readers = {*read_network("127.0.0.0/8"), *read_network("::1")};
  const std::string path = inputs.file.empty() ? default_file(inputs) : inputs.file;
  SettingsFile file;
  if (!path.empty()) {
    auto read = read_settings_file(path);
    if (!read) return std::unexpected(SettingsRefusal{read.error()});
    file = std::move(*read);
    result.settings.engines = file.engines;
  }
  for (const SettingRow& row : table_rows) {
    Source source{"default", "", {}};
    const std::string variable = environment_name(row.name);
    const auto given = inputs.environment(variable);
    if (const auto flag = inputs.flags.find(row.name); flag != inputs.flags.end()) {
      source = {"flag", "--" + std::string(row.name), flag->second};
    } else if (given && (row.is_list || !given->empty())) {
      source = {"environment", variable, row.is_list ? split_list(*given) : Values{*given}};
    } else if (const auto written = file.values.find(row.name); written != file.values.end()) {
      source = {"file " + path, fmt::format("{} in '{}'", file_name(row.name), path), written->second};
    }
    if (source.name != "default" && (row.is_list || !source.values.empty())) {
      const auto read = row.read(result.settings, source.values);
      if (!read) {
        return std::unexpected(
            SettingsRefusal{{{}, fmt::format("{}: {}", source.place, read.error().reason)}, source.name == "flag"});
      }
    }
    result.sources.emplace(row.name, source.name);
  }
  if (auto checked = check_together(result); !checked) return std::unexpected(std::move(checked).error());
  return result;
}

std::string write_settings(const ReadSettings& read) {
  std::string text;
  for (const SettingRow& row : table_rows) {
    const Values values = row.write(read.settings);
    const auto source = read.sources.find(row.name);
    std::string shown;
    for (const std::string& value : values) {
      const bool is_number = row.value_name == "N" || row.value_name == "PORT";
      shown += (shown.empty() ? "" : ", ") + (is_number ? value : toml_quoted(value));
    }
    if (row.is_list) shown = "[" + shown + "]";
    const bool is_unset = shown.empty();
    text += fmt::format("# {} ({})\n{}{} = {}\n", row.explanation,
                        source == read.sources.end() ? "default" : source->second, is_unset ? "# " : "",
                        file_name(row.name),
                        !is_unset               ? shown
                        : row.left_open.empty() ? "\"\""
                                                : row.left_open);
  }
  for (const ExternalEngine& engine : read.settings.engines) {
    text +=
        fmt::format("\n[[engine]]\nname = {}\ncommand = {}\n", toml_quoted(engine.name), toml_quoted(engine.command));
    if (!engine.games.empty()) text += fmt::format("games = {}\n", toml_quoted(engine.games));
  }
  return text;
}

}  // namespace crownstar::server
