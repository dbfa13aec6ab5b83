// Parses the text of a request: target, query, forms, cookies and bearer token. Any bytes are accepted as input.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/refusal.hpp"
#include "site/server/http/http_types.hpp"

namespace crownstar::server {

struct Target {
  std::vector<std::string> segments;
  std::vector<Field> query;
};

// `/a/b?c=d`. Refused: another form, a path that goes upwards, anything hidden behind a second spelling.
base::Checked<Target> read_target(std::string_view text);

// `a=b&c=d` of a query or a form. Refused where there are too many or the letters are not UTF-8.
base::Checked<std::vector<Field>> read_fields(std::string_view text);
std::string_view field_value(const std::vector<Field>& fields, std::string_view name);

std::string_view without_blanks(std::string_view text);  // spaces and tabs at its ends

std::string_view cookie_value(std::string_view header, std::string_view name);
// Of `Bearer TOKEN`.
std::optional<std::string_view> bearer_token(std::string_view header);

// `host` or `host:port` in letters that a name, an address and a port can have.
bool is_host(std::string_view text);

// `https://host:port` of an Origin; nothing for `null` and for what is none.
struct Origin {
  bool is_secure = false;
  std::string_view host;  // with the port, if one is written
};
std::optional<Origin> read_origin(std::string_view text);

Method read_method(std::string_view text);
std::string_view write_method(Method method);

}  // namespace crownstar::server
