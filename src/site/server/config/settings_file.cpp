// Reads the TOML settings file. No other file uses the TOML library.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "base/limits.hpp"
#include "base/text/quote.hpp"
#include "site/server/config/settings.hpp"

namespace crownstar::server {
namespace {

using base::Checked;
using base::refuse;

// A plain value as a flag would have it.
std::optional<std::string> text_of(const toml::node& node) {
  if (auto text = node.value_exact<std::string>(); text) return text;
  if (const auto number = node.value_exact<std::int64_t>()) return std::to_string(*number);
  if (const auto truth = node.value_exact<bool>()) return *truth ? "true" : "false";
  return std::nullopt;
}

Checked<std::vector<std::string>> values_of(const toml::node& node) {
  std::vector<std::string> values;
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& each : *array) {
      const auto text = text_of(each);
      if (!text) return refuse("expected texts or numbers");
      values.push_back(*text);
    }
    return values;
  }
  const auto text = text_of(node);
  if (!text) return refuse("expected a text or a number");
  return std::vector<std::string>{*text};
}

Checked<std::vector<ExternalEngine>> engines_of(const toml::node& node) {
  const toml::array* tables = node.as_array();
  if (tables == nullptr || tables->size() > limits::external_engines) {
    return refuse(fmt::format("expected at most {} tables [[engine]]", limits::external_engines));
  }
  std::vector<ExternalEngine> engines;
  for (const toml::node& each : *tables) {
    const toml::table* table = each.as_table();
    if (table == nullptr) return refuse("expected a table [[engine]]");
    ExternalEngine engine;
    for (const auto& [key, value] : *table) {
      const auto text = value.value_exact<std::string>();
      std::string* member = key.str() == "name"      ? &engine.name
                            : key.str() == "command" ? &engine.command
                            : key.str() == "games"   ? &engine.games
                                                     : nullptr;
      if (member == nullptr || !text) return refuse("an engine has a name, a command and games, each a text");
      *member = *text;
    }
    if (engine.name.empty() || engine.command.empty()) return refuse("an engine needs a name and a command");
    engines.push_back(std::move(engine));
  }
  return engines;
}

}  // namespace

Checked<SettingsFile> read_settings_file(const std::string& path) {
  SettingsFile file;
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown) && !unknown) {
    return refuse(fmt::format("the settings file '{}' does not exist", path));
  }
  if (std::filesystem::is_directory(path, unknown)) {
    return refuse(fmt::format("the settings file '{}' is a folder", path));
  }
  try {
    const toml::table table = toml::parse_file(path);
    for (const auto& [key, node] : table) {
      std::string name(key.str());
      const auto place = [&] { return fmt::format("{} in '{}': ", name, path); };
      if (name == "engine") {
        auto engines = engines_of(node);
        if (!engines) return refuse(place() + engines.error().reason);
        file.engines = std::move(*engines);
        continue;
      }
      std::string flag = name;
      std::ranges::replace(flag, '_', '-');
      const auto rows = setting_rows();
      const auto row = std::ranges::find(rows, std::string_view(flag), &SettingRow::name);
      if (row == rows.end()) return refuse(place() + "there is no such setting");
      auto values = values_of(node);
      if (!values) return refuse(place() + values.error().reason);
      if (!row->is_list && values->size() != 1) return refuse(place() + "expected one value");
      file.values.emplace(flag, std::move(*values));
    }
  } catch (const toml::parse_error& problem) {
    return refuse(fmt::format("'{}' line {}: {}", path, problem.source().begin.line, problem.description()));
  }
  return file;
}

}  // namespace crownstar::server
