// The server's settings: names, meanings, parsing, and precedence of flags, environment and file.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.hpp"
#include "base/refusal.hpp"
#include "site/server/http/address.hpp"

namespace crownstar::server {

enum class LogLevel : std::uint8_t { debug, info, warning, error };
enum class LogForm : std::uint8_t { text, json };

// A program that speaks the Hub protocol and can sit at a table.
struct ExternalEngine {
  std::string name;
  std::string command;  // as a shell would split it, without a shell
  std::string games;    // ids, separated by spaces; empty: the games that the engine reports
};

struct Settings {
  std::string address = "127.0.0.1";
  int port = 8417;
  bool is_port_given = false;
  std::string store;  // a file, or the address of a PostgreSQL
  bool store_must_exist = false;
  std::string bus;          // the broker between nodes; empty: there is one node
  std::string collections;  // a folder of databases of games; empty: none
  std::string open_data;    // a folder of files that everybody may read; empty: none
  std::string tls_certificate;
  std::string tls_key;
  std::string second_factor_key;     // a file; empty: the keys of second factors are kept as they are
  std::vector<std::string> hosts;    // names that are answered to; none: any
  std::vector<std::string> origins;  // other addresses of the page: https://play.example
  std::vector<Network> trusted_proxies;
  ProxyHeader proxy_header = ProxyHeader::x_forwarded_for;
  std::vector<Network> unthrottled;
  std::vector<Network> metrics_readers;
  LogLevel log_level = LogLevel::info;
  LogForm log_form = LogForm::text;
  bool access_log = false;
  int engine_threads = 0;  // 0: one less than there are processors
  int build_tables = 0;    // pieces of the endgame tables that are built beside everything else
  int password_threads = limits::password_threads;
  int connections = limits::connections;
  int connections_of_an_address = limits::connections_of_an_address;
  int waiting_mebibytes = static_cast<int>(limits::waiting_mebibytes);
  int session_days = static_cast<int>(limits::session_idle.count() / 24);
  int close_quiet_days = static_cast<int>(limits::quiet_match_life.count());
  std::vector<ExternalEngine> engines;

  bool has_tls() const { return !tls_certificate.empty(); }
};

// One setting: `--tls-key FILE`, CROWNSTAR_TLS_KEY, `tls_key = "FILE"`.
struct SettingRow {
  std::string_view name;        // tls-key
  std::string_view value_name;  // FILE; N or PORT for a number, which is printed without quotation marks
  std::string_view explanation;
  bool is_list = false;  // given several times, as an array in the file, or with commas between them
  base::Checked<void> (*read)(Settings& settings, const std::vector<std::string>& values) = nullptr;
  std::vector<std::string> (*write)(const Settings& settings) = nullptr;
  std::string_view left_open = {};  // what is shown where none is set
};

std::span<const SettingRow> setting_rows();

using SettingValues = std::map<std::string, std::vector<std::string>, std::less<>>;  // by the row's name

struct SettingInputs {
  SettingValues flags;
  std::function<std::optional<std::string>(const std::string& name)> environment;
  std::string file;                         // named on the command line: it must exist
  std::vector<std::string> variables = {};  // names of all that the environment has
};

struct ReadSettings {
  Settings settings;
  std::map<std::string, std::string, std::less<>>
      sources;  // of each row: `flag`, `environment`, `file FILE`, `default`
};

// The reason names the setting, where it came from and what was expected.
struct SettingsRefusal : base::Refusal {
  bool is_of_a_flag = false;
};

// Refuses a variable CROWNSTAR_… that no command reads: a mistake in its name.
base::Checked<void> check_variables(const std::vector<std::string>& names);

// A flag counts before the environment, that before the file, that before the default.
std::expected<ReadSettings, SettingsRefusal> read_settings(const SettingInputs& inputs);

// What --print-settings shows: a file that gives these settings again, and leaves open what was left open.
std::string write_settings(const ReadSettings& read);

// From a TOML file. The rows' names are written with underscores there.
struct SettingsFile {
  SettingValues values;
  std::vector<ExternalEngine> engines;
};
base::Checked<SettingsFile> read_settings_file(const std::string& path);

}  // namespace crownstar::server
