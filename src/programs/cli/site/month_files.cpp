#include "programs/cli/site/month_files.hpp"

#include <utility>

#include <unistd.h>

#include "programs/cli/console/console.hpp"

namespace crownstar::cli {

using base::Checked;

namespace {
constexpr std::size_t most_open = 60;
}

MonthFiles::~MonthFiles() {
  for (auto& [name, draft] : drafts_) {
    draft.file.reset();
    unlink(draft_of(name).c_str());
  }
}

std::string MonthFiles::draft_of(const std::string& name) const {
  return folder_ + "/" + name + ".part" + std::to_string(getpid());
}

Checked<void> MonthFiles::write(const std::string& name, std::string_view head, std::string_view text) {
  const auto [place, is_new] = drafts_.try_emplace(name);
  Draft& draft = place->second;
  draft.used = ++clock_;
  if (const auto enough = room_.add(text.size()); !enough) {
    return base::refuse(file_reason("write", folder_ + "/" + name, enough.error().reason));
  }
  if (!draft.file) {
    if (auto opened = open(name, draft, is_new); !opened) return opened;
  }
  if (is_new) std::fwrite(head.data(), 1, head.size(), draft.file.get());
  std::fwrite(text.data(), 1, text.size(), draft.file.get());
  if (std::ferror(draft.file.get()) != 0) return base::refuse(file_reason("write", draft_of(name)));
  return {};
}

Checked<void> MonthFiles::open(const std::string& name, Draft& draft, bool is_new) {
  if (open_ >= most_open) {
    if (auto closed = close_the_oldest(); !closed) return closed;
  }
  draft.file.reset(std::fopen(draft_of(name).c_str(), is_new ? "wx" : "a"));
  if (!draft.file) return base::refuse(file_reason("write", draft_of(name)));
  ++open_;
  return {};
}

Checked<void> MonthFiles::close_the_oldest() {
  auto oldest = drafts_.end();
  for (auto each = drafts_.begin(); each != drafts_.end(); ++each) {
    if (each->second.file && (oldest == drafts_.end() || each->second.used < oldest->second.used)) oldest = each;
  }
  if (oldest == drafts_.end()) return {};
  --open_;
  if (std::fclose(oldest->second.file.release()) == 0) return {};
  return base::refuse(file_reason("write", draft_of(oldest->first)));
}

Checked<void> MonthFiles::finish() {
  for (auto& [name, draft] : drafts_) {
    if (draft.file && std::fclose(draft.file.release()) != 0) return base::refuse(file_reason("write", draft_of(name)));
  }
  for (const auto& [name, draft] : drafts_) {
    const std::string place = folder_ + "/" + name;
    if (std::rename(draft_of(name).c_str(), place.c_str()) != 0) return base::refuse(file_reason("write", place));
  }
  drafts_.clear();
  return {};
}

}  // namespace crownstar::cli
