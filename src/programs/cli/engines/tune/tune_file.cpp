#include "programs/cli/engines/tune/tune_file.hpp"

#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/text/parse_finite.hpp"
#include "base/text/parse_number.hpp"
#include "base/text/quote.hpp"
#include "base/text/take_to.hpp"
#include "programs/cli/console/console.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;

// The longest run writes less: a hundred parameters, a hundred thousand rounds.
constexpr std::size_t most_file_mebibytes = 256;
constexpr std::size_t most_file_bytes = most_file_mebibytes << 20U;

std::string title_of(const std::string& terms, const contest::Spsa& tuning) {
  std::string text = "# crownstar tune " + terms + "\nround\tlead";
  for (const contest::TunedParameter& each : tuning.parameters()) text += "\t" + each.name;
  return text + "\n";
}

Checked<std::string> read_whole(std::FILE* file, const std::string& name) {
  const long bytes = std::fseek(file, 0, SEEK_END) == 0 ? std::ftell(file) : -1;
  if (bytes < 0) return base::refuse(file_reason("read", name));
  if (static_cast<std::size_t>(bytes) > most_file_bytes) {
    return base::refuse(
        fmt::format("{} is larger than {} MiB, so no tuning run wrote it", base::quoted(name), most_file_mebibytes));
  }
  std::rewind(file);
  std::string text(static_cast<std::size_t>(bytes), '\0');
  if (std::fread(text.data(), 1, text.size(), file) != text.size()) return base::refuse(file_reason("read", name));
  return text;
}

// The values of one line of the round; none where it is no such line.
std::optional<std::vector<double>> values_in(std::string_view line, int round, std::size_t count) {
  if (base::parse_number<int>(base::take_to(line, '\t')) != round) return std::nullopt;
  if (!base::parse_number<int>(base::take_to(line, '\t'))) return std::nullopt;  // the lead
  std::vector<double> values;
  while (!line.empty()) {
    const auto value = base::parse_finite(base::take_to(line, '\t'));
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (values.size() != count) return std::nullopt;
  return values;
}

}  // namespace

Checked<TuneFile> TuneFile::open(const std::string& name, const std::string& terms, contest::Spsa& tuning) {
  InputFile found(std::fopen(name.c_str(), "r+b"));
  const bool is_new = !found && errno == ENOENT;
  if (is_new) found.reset(std::fopen(name.c_str(), "wb"));
  if (!found) return base::refuse(file_reason("write", name));
  TuneFile file(name, std::move(found));
  const auto ready = is_new ? file.begin(terms, tuning) : file.go_on(terms, tuning);
  if (!ready) return std::unexpected(ready.error());
  return file;
}

Checked<void> TuneFile::begin(const std::string& terms, const contest::Spsa& tuning) {
  const std::string title = title_of(terms, tuning);
  if (std::fputs(title.c_str(), file_.get()) >= 0 && std::fflush(file_.get()) == 0) return {};
  return base::refuse(file_reason("write", name_));
}

// What is behind the last whole line is of a round that was broken off.
Checked<void> TuneFile::go_on(const std::string& terms, contest::Spsa& tuning) {
  const auto text = read_whole(file_.get(), name_);
  if (!text) return std::unexpected(text.error());
  const std::string title = title_of(terms, tuning);
  if (!text->starts_with(title)) {
    return base::refuse(base::quoted(name_) +
                        " is of another tuning run; name another file, or give the terms that its "
                        "first line has");
  }
  std::size_t begin = title.size();
  for (std::size_t end = 0; (end = text->find('\n', begin)) != std::string::npos; begin = end + 1) {
    auto values =
        values_in(std::string_view(*text).substr(begin, end - begin), rounds_ + 1, tuning.parameters().size());
    if (!values) return base::refuse(fmt::format("{} has a damaged line after round {}", base::quoted(name_), rounds_));
    tuning.set_values(*std::move(values));
    ++rounds_;
  }
  const bool is_cut = ftruncate(fileno(file_.get()), static_cast<off_t>(begin)) == 0;
  if (is_cut && std::fseek(file_.get(), static_cast<long>(begin), SEEK_SET) == 0) return {};
  return base::refuse(file_reason("write", name_));
}

Checked<void> TuneFile::add(int lead, const std::vector<double>& values) {
  std::string line = fmt::format("{}\t{}", rounds_ + 1, lead);
  // So many digits that the same numbers are read again.
  for (const double value : values) line += fmt::format("\t{:.17g}", value);
  line += "\n";
  if (std::fputs(line.c_str(), file_.get()) < 0 || std::fflush(file_.get()) != 0) {
    return base::refuse(file_reason("write", name_));
  }
  ++rounds_;
  return {};
}

}  // namespace crownstar::cli
