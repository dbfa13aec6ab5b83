#include "programs/cli/engines/self_play/sample_table.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/csv.hpp"
#include "base/text/json.hpp"
#include "base/text/quote.hpp"
#include "engines/contest/self_play/samples.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/licence.hpp"
#include "programs/cli/console/published_columns.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/parquet/parquet_table.hpp"

namespace crownstar::cli {
namespace {

using base::Checked;
using contest::Sample;

constexpr std::array<std::string_view, 3> table_forms{"csv", "ndjson", "parquet"};
// Written at a time: a small group of rows is slow to read.
constexpr std::size_t sample_group_bytes = std::size_t{2} << 20U;

ParquetType type_of(const PublishedColumn& column) {
  return column.type == "string" ? ParquetType::text : ParquetType::number32;
}

ParquetTable table_of_columns() {
  std::vector<ParquetColumn> made;
  std::vector<std::pair<std::string, std::string>> metadata{{"title", "Positions of self-play with scores"},
                                                            {"license", std::string(licence_name)},
                                                            {"license_url", std::string(licence_address)}};
  for (const PublishedColumn& column : sample_columns) {
    made.push_back({std::string(column.name), type_of(column), 0, false});
    metadata.emplace_back(fmt::format("column.{}", column.name), column.meaning);
  }
  return {std::move(made), std::move(metadata)};
}

// Rows in one of the forms, as text that waits to be written.
class Rows {
 public:
  Rows(std::string form, std::string token) : form_(std::move(form)), token_(std::move(token)) {
    if (form_ == "parquet") table_.emplace(table_of_columns());
    if (form_ != "csv") return;
    for (const PublishedColumn& column : sample_columns)
      text_ += fmt::format("{}{}", text_.empty() ? "" : ",", column.name);
    text_ += "\n";
  }

  void add(const Sample& sample, const std::string& position) {
    if (form_ == "csv") {
      text_ += fmt::format("{},{},{},{},{},{}\n", token_, sample.game, sample.ply, base::csv_cell(position),
                           sample.score, sample.result);
    } else if (form_ == "ndjson") {
      base::JsonWriter json;
      json.begin_object();
      json.member("game", token_);
      json.member("number", sample.game);
      json.member("ply", int{sample.ply});
      json.member("position", position);
      json.member("score", int{sample.score});
      json.member("result", int{sample.result});
      json.end_object();
      text_ += json.take() + "\n";
    } else {
      std::size_t number = 0;
      table_->column(number++).add(std::string_view(token_));
      table_->column(number++).add(static_cast<std::int32_t>(sample.game));
      table_->column(number++).add(std::int32_t{sample.ply});
      table_->column(number++).add(std::string_view(position));
      table_->column(number++).add(std::int32_t{sample.score});
      table_->column(number++).add(std::int32_t{sample.result});
      table_->end_row();
    }
  }

  bool is_much() const { return (table_ ? table_->bytes() : text_.size()) > sample_group_bytes; }
  std::string take() { return table_ ? table_->take_rows() : std::exchange(text_, {}); }
  std::string take_end() { return table_ ? table_->take_end() : std::exchange(text_, {}); }

 private:
  const std::string form_;
  const std::string token_;
  std::string text_;
  std::optional<ParquetTable> table_;
};

// A file of positions, read from its beginning. What is behind its whole games is of one that was broken off.
struct SampleSource {
  InputFile file;
  std::string token;
  std::uint64_t samples = std::numeric_limits<std::uint64_t>::max();  // where it does not say how many there are
};

Checked<SampleSource> open_source(const std::string& name) {
  auto opened = open_input(name);
  if (!opened) return std::unexpected(opened.error());
  SampleSource source;
  source.file = *std::move(opened);
  std::array<unsigned char, contest::sample_head_bytes> head{};
  if (std::fread(head.data(), 1, head.size(), source.file.get()) != head.size()) {
    if (std::ferror(source.file.get()) != 0) return base::refuse(file_reason("read", name));
    return base::refuse(base::quoted(name) + " is too short to be a file of positions");
  }
  const auto token = contest::read_sample_head(head);
  if (!token) return base::refuse(base::quoted(name) + ": " + token.error().reason);
  source.token = *token;
  if (const auto run = contest::read_sample_run(head)) source.samples = run->samples;
  return source;
}

// As long as they can be written.
Checked<void> write_rows(SampleSource& source, const std::string& name, const std::string& form,
                         const std::function<bool(std::string_view)>& write) {
  auto names = contest::SampleNames::of(source.token);
  if (!names) return base::refuse(base::quoted(name) + ": " + names.error().reason);
  const std::size_t size = contest::sample_bytes(source.token);
  Rows rows(form, source.token);
  std::array<unsigned char, contest::most_sample_bytes> bytes{};
  std::uint64_t read = 0;
  for (; read < source.samples && std::fread(bytes.data(), 1, size, source.file.get()) == size; ++read) {
    const Sample sample = contest::read_sample(std::span(bytes).first(size));
    const auto position = names->fen_of(sample);
    if (!position) {
      return base::refuse(fmt::format("{}: position {}: {}", base::quoted(name), read + 1, position.error().reason));
    }
    rows.add(sample, *position);
    if (rows.is_much() && !write(rows.take())) return {};
  }
  if (std::ferror(source.file.get()) != 0) return base::refuse(file_reason("read", name));
  const bool says_more = source.samples != std::numeric_limits<std::uint64_t>::max() && read < source.samples;
  if (says_more) {
    return base::refuse(fmt::format("{} ends after {} of its {} positions", base::quoted(name), read, source.samples));
  }
  write(rows.take_end());
  return {};
}

}  // namespace

int run_sample_table(const SampleTableRequest& request) {
  if (std::ranges::find(table_forms, request.form) == table_forms.end()) {
    return complain_of_usage("--to: expected csv, ndjson or parquet instead of " + base::quoted(request.form));
  }
  auto source = open_source(request.file);
  if (!source) return complain(source.error());
  if (request.output == "-") {
    const auto written = write_rows(*source, request.file, request.form, [](std::string_view text) {
      say(text);
      return std::ferror(stdout) == 0;
    });
    return written ? success : complain(written.error());
  }
  auto file = TextFile::create(request.output, IfThere::replace, request.keep_free);
  if (!file) return complain(file.error());
  const auto written = write_rows(*source, request.file, request.form, [&](std::string_view text) {
    file->write(text);
    return !file->has_failed();
  });
  if (!written) return complain(written.error());
  if (const auto finished = file->finish(); !finished) return complain(finished.error());
  return success;
}

}  // namespace crownstar::cli
