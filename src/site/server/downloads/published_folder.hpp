// A folder of files that everybody may read: which there are, and one of them opened. Nothing leads out of it.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_descriptor.hpp"
#include "base/refusal.hpp"
#include "site/server/downloads/wanted_part.hpp"

namespace crownstar::server {

// The type by the end of the name; nothing for files that are not published: those with other ends, those whose names
// begin with a point, and those that an address cannot name. Pages are not published: a browser would open them as the
// site's own.
std::optional<std::string_view> published_media(std::string_view name);

struct PublishedFile {
  std::string name;
  std::string_view media;
  FileVersion version;
};

class OpenFile {
 public:
  OpenFile(PublishedFile file, base::FileDescriptor descriptor)
      : file_(std::move(file)), descriptor_(std::move(descriptor)) {}

  const PublishedFile& file() const { return file_; }
  // The bytes from `first` on, `count` at most. Empty if it cannot be read, is shorter now, or was written to since it
  // was opened: what has been sent already would be of another version.
  std::string read(std::uint64_t first, std::size_t count) const;

 private:
  PublishedFile file_;
  base::FileDescriptor descriptor_;
};

// All functions read from the disk and may take long.

// Sorted by name, limits::published_files at most.
base::Checked<std::vector<PublishedFile>> list_published(const std::string& folder);
// Nothing if there is no such file, or it is not a plain one: links are not followed.
std::optional<OpenFile> open_published(const std::string& folder, const std::string& name);

}  // namespace crownstar::server
