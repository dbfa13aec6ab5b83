#include "programs/cli/engines/tune/tune_file.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/quote.hpp"
#include "programs/cli/console/console.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;

constexpr std::size_t longest_file = std::size_t{256} << 20U;

std::string title_of(const std::string& terms, const contest::Spsa& tuning) {
  std::string text = "# crownstar tune " + terms + "\nround\tlead";
  for (const contest::TunedNumber& number : tuning.numbers()) text += "\t" + number.name;
  return text + "\n";
}

std::string text_in(std::FILE* file) {
  std::string text;
  std::array<char, 65536> piece{};
  std::size_t read = 0;
  while (text.size() < longest_file && (read = std::fread(piece.data(), 1, piece.size(), file)) > 0) {
    text.append(piece.data(), read);
  }
  return text;
}

// The values of one line of the round; none where it is no such line.
std::optional<std::vector<double>> values_in(const std::string& line, int round, std::size_t count) {
  const char* place = line.c_str();
  char* end = nullptr;
  if (std::strtol(place, &end, 10) != round || *end != '\t') return std::nullopt;
  std::strtol(end + 1, &end, 10);
  std::vector<double> values;
  while (*end == '\t') {
    place = end + 1;
    values.push_back(std::strtod(place, &end));
    if (end == place) return std::nullopt;
  }
  if (*end != '\0' || values.size() != count) return std::nullopt;
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
  const std::string text = text_in(file_.get());
  const std::string title = title_of(terms, tuning);
  if (!text.starts_with(title)) {
    return base::refuse(base::quoted(name_) +
                        " is of another tuning run; name another file, or give the terms that its "
                        "first line has");
  }
  std::size_t begin = title.size();
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    auto values = values_in(text.substr(begin, end - begin), rounds_ + 1, tuning.numbers().size());
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
