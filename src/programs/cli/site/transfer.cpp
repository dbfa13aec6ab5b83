#include "programs/cli/site/transfer.hpp"

#include <array>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/limits.hpp"
#include "programs/cli/console/console.hpp"
#include "programs/cli/console/progress.hpp"
#include "programs/cli/console/text_file.hpp"
#include "programs/cli/site/games_export.hpp"
#include "site/store/open/postgres_store.hpp"
#include "site/store/transfer/site_copy.hpp"

namespace crownstar::cli {

namespace {

constexpr std::size_t bytes_at_once = std::size_t{1} << 18U;

std::string told(const store::SiteTotals& totals) {
  return fmt::format("{} matches, {} events, {} other rows", totals.matches, totals.events, totals.others);
}

// Lines of a file, read in large pieces, as long as there is room for what is made of them.
class LinesOf {
 public:
  LinesOf(std::FILE* file, std::optional<DiskRoom> room) : file_(file), room_(std::move(room)) {}

  store::Outcome<bool> next(std::string& line) {
    line.clear();
    while (true) {
      const char* const begin = buffer_.data() + at_;
      const auto* const end = static_cast<const char*>(std::memchr(begin, '\n', size_ - at_));
      const std::size_t length = end == nullptr ? size_ - at_ : static_cast<std::size_t>(end - begin);
      if (line.size() + length > limits::site_line_bytes) {
        return std::unexpected(store::Failure{store::FailureKind::malformed, "a line is longer than any row"});
      }
      line.append(begin, length);
      at_ += length;
      if (end != nullptr) {
        ++at_;
        return true;
      }
      size_ = std::fread(buffer_.data(), 1, buffer_.size(), file_);
      at_ = 0;
      if (room_) {
        if (const auto enough = room_->add(size_); !enough) {
          return std::unexpected(store::Failure{store::FailureKind::full, enough.error().reason});
        }
      }
      if (size_ > 0) continue;
      if (std::ferror(file_) != 0) {
        return std::unexpected(store::Failure{store::FailureKind::broken, "the stream can't be read"});
      }
      return !line.empty();
    }
  }

 private:
  std::FILE* file_;
  std::optional<DiskRoom> room_;
  std::string buffer_ = std::string(bytes_at_once, '\0');
  std::size_t at_ = 0;
  std::size_t size_ = 0;
};

}  // namespace

int run_export(const StoreRequest& request) {
  if (!request.games.empty()) return run_export_games(request);
  if (request.file.empty()) return complain_of_usage("FILE or --games is required");
  keep_files_private();
  int status = failure;
  const auto store = store_there(request, status);
  if (!store) return status;
  std::optional<TextFile> file;
  if (request.file != "-") {
    auto created = TextFile::create(request.file, IfThere::refuse, request.keep_free);
    if (!created) return complain(created.error());
    file.emplace(*std::move(created));
  }
  const auto write = [&](std::string_view text) {
    if (!file) return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    file->write(text);
    return !file->has_failed();
  };
  Progress progress;
  store::CopyListeners listeners;
  listeners.on_row = [&](const store::SiteTotals& so_far) { progress.tell([&] { return "export: " + told(so_far); }); };
  const auto totals = store::export_site(*store, write, listeners);
  progress.wipe();
  const std::string shown = store::shown_address(*store);
  if (file && file->has_failed()) return complain(file->finish().error());
  if (!totals) return complain(fmt::format("'{}' was not exported: {}", shown, totals.error().text));
  if (!file) return finish_output() ? success : failure;
  if (auto finished = file->finish(); !finished) return complain(finished.error());
  say(fmt::format("Everything in '{}' is in '{}': {}\n", shown, request.file, told(*totals)));
  return success;
}

int run_import(const StoreRequest& request) {
  keep_files_private();
  int status = failure;
  const auto store = store_of(request, status);
  if (!store) return status;
  if (request.file != "-" && !is_there("stream", request.file, status)) return status;
  const auto file = open_input(request.file);
  if (!file) return complain(file.error());
  std::optional<DiskRoom> room;
  if (!store::is_postgres_address(*store)) room = DiskRoom::of_file(*store, request.keep_free);
  LinesOf lines(file->get(), std::move(room));
  Progress progress;
  store::CopyListeners listeners;
  listeners.on_row = [&](const store::SiteTotals& so_far) { progress.tell([&] { return "import: " + told(so_far); }); };
  listeners.on_checked = [&](const store::SiteTotals& so_far) {
    progress.tell([&] { return "read back: " + told(so_far); });
  };
  const auto totals = store::import_site(*store, [&](std::string& line) { return lines.next(line); }, listeners);
  progress.wipe();
  const std::string shown = store::shown_address(*store);
  if (!totals) return complain(fmt::format("nothing was imported into '{}': {}", shown, totals.error().text));
  say(fmt::format("'{}' has everything in '{}', each game compared: {}\n", shown, request.file, told(*totals)));
  return success;
}

}  // namespace crownstar::cli
