#include "site/server/http/request_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/limits.hpp"
#include "base/text/quote.hpp"
#include "base/text/utf8.hpp"

namespace crownstar::server {
namespace {

using base::refuse;

constexpr std::array<std::pair<std::string_view, Method>, 7> methods{{{"GET", Method::get},
                                                                      {"HEAD", Method::head},
                                                                      {"POST", Method::post},
                                                                      {"PUT", Method::put},
                                                                      {"PATCH", Method::patch},
                                                                      {"DELETE", Method::remove},
                                                                      {"OPTIONS", Method::options}}};

int hex_digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      result += ' ';
    } else if (text[i] != '%') {
      result += text[i];
    } else {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      result += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return result;
}

bool is_fit_segment(std::string_view segment) {
  if (segment == "." || segment == "..") return false;
  const bool is_plain = std::ranges::none_of(segment, [](char letter) {
    return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f || letter == '/' || letter == '\\';
  });
  return is_plain && base::is_utf8(segment);
}

}  // namespace

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string_view Request::header(std::string_view name) const {
  const auto found = std::ranges::find_if(headers, [&](const Header& each) { return is_same_name(each.name, name); });
  return found == headers.end() ? std::string_view() : std::string_view(found->value);
}

std::string Request::header_list(std::string_view name) const {
  std::string list;
  for (const Header& each : headers) {
    if (is_same_name(each.name, name)) list += (list.empty() ? "" : ", ") + each.value;
  }
  return list;
}

std::string_view Request::query_value(std::string_view name) const { return field_value(query, name); }

base::Checked<Target> read_target(std::string_view text) {
  if (text.size() > limits::target_bytes) return refuse("the address is too long");
  if (!text.starts_with('/')) return refuse("expected a path that begins with / instead of " + base::quoted(text));
  const std::size_t question = text.find('?');
  std::string_view path = text.substr(1, question == std::string_view::npos ? question : question - 1);
  Target target;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::optional<std::string> segment = decoded(path.substr(0, slash), false);
    if (!segment || !is_fit_segment(*segment)) {
      return refuse("the path cannot be understood: " + base::quoted(text));
    }
    target.segments.push_back(*segment);
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
    if (path.empty()) target.segments.emplace_back();  // `/a/` is not `/a`
  }
  if (question == std::string_view::npos) return target;
  auto fields = read_fields(text.substr(question + 1));
  if (!fields) return std::unexpected(fields.error());
  target.query = std::move(*fields);
  return target;
}

base::Checked<std::vector<Field>> read_fields(std::string_view text) {
  std::vector<Field> fields;
  while (!text.empty()) {
    const std::size_t end = text.find('&');
    const std::string_view pair = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (pair.empty()) continue;
    if (fields.size() == limits::form_fields) return refuse("too many fields");
    const std::size_t equals = pair.find('=');
    const auto name = decoded(pair.substr(0, equals), true);
    const auto value =
        equals == std::string_view::npos ? std::optional<std::string>("") : decoded(pair.substr(equals + 1), true);
    if (!name || !value || !base::is_utf8(*name) || !base::is_utf8(*value)) {
      return refuse("a field cannot be understood: " + base::quoted(pair));
    }
    fields.push_back({*name, *value});
  }
  return fields;
}

std::string_view field_value(const std::vector<Field>& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? std::string_view() : std::string_view(found->value);
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    const std::size_t end = header.find(';');
    const std::string_view pair = without_blanks(header.substr(0, end));
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=') {
      return pair.substr(name.size() + 1);
    }
    if (end == std::string_view::npos) break;
    header.remove_prefix(end + 1);
  }
  return {};
}

std::optional<std::string_view> bearer_token(std::string_view header) {
  constexpr std::string_view scheme = "bearer ";
  if (header.size() <= scheme.size() || !is_same_name(header.substr(0, scheme.size()), scheme)) return std::nullopt;
  return without_blanks(header.substr(scheme.size()));
}

bool is_host(std::string_view text) {
  if (text.empty() || text.size() > limits::host_letters) return false;
  return std::ranges::all_of(text, [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '.' || letter == '-' || letter == ':' || letter == '[' || letter == ']' || letter == '_';
  });
}

std::optional<Origin> read_origin(std::string_view text) {
  constexpr std::string_view plain = "http://";
  constexpr std::string_view secure = "https://";
  Origin origin;
  if (text.starts_with(plain)) {
    origin.host = text.substr(plain.size());
  } else if (text.starts_with(secure)) {
    origin.is_secure = true;
    origin.host = text.substr(secure.size());
  }
  return is_host(origin.host) ? std::optional(origin) : std::nullopt;
}

Method read_method(std::string_view text) {
  const auto found = std::ranges::find(methods, text, &std::pair<std::string_view, Method>::first);
  return found == methods.end() ? Method::other : found->second;
}

std::string_view write_method(Method method) {
  const auto found = std::ranges::find(methods, method, &std::pair<std::string_view, Method>::second);
  return found == methods.end() ? std::string_view("OTHER") : found->first;
}

}  // namespace crownstar::server
