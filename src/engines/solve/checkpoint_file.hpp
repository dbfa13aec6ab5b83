// Checkpoint files, in which finished work waits for the next run: written as a whole, and read back only undamaged.
//
// A file: eight letters, its version, the length of its label, the number of bytes that are kept, the label filled up
// to words with zeros, those bytes, and the hash of all of it.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/file_descriptor.hpp"
#include "base/refusal.hpp"
#include "engines/tablebase/file/hash.hpp"

namespace crownstar::solve {

using base::Checked;
using base::FileDescriptor;
using Bytes = std::span<const std::uint8_t>;

template <typename Number>
Bytes bytes_of(std::span<const Number> numbers) {
  return {reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size_bytes()};
}
template <typename Number>
std::span<std::uint8_t> writable_bytes_of(std::span<Number> numbers) {
  return {reinterpret_cast<std::uint8_t*>(numbers.data()), numbers.size_bytes()};
}

enum class Fault : std::uint8_t {
  absent,      // there is none
  damaged,     // it was ours, and is not whole any more
  foreign,     // it is somebody else's, or other work of ours
  unreadable,  // the disk reported an error
};
struct CheckpointFault {
  Fault kind = Fault::absent;
  std::string reason{};
};

// A checkpoint file while it is read, from its first byte to its last; whether it was whole is known at its end.
class CheckpointReader {
 public:
  // Refuses what is not of this label, and lengths that the file does not have.
  static std::expected<CheckpointReader, CheckpointFault> open(const std::string& path, const std::string& label);

  std::uint64_t bytes() const { return bytes_; }  // that are kept; known to be there
  // Whole words, but for the last ones that are read.
  std::expected<void, CheckpointFault> read(std::span<std::uint8_t> into);
  std::expected<void, CheckpointFault> finish();

 private:
  CheckpointReader(FileDescriptor file, tablebase::Hash hash) : file_(std::move(file)), hash_(hash) {}
  std::expected<void, CheckpointFault> read_head(const std::string& label, std::uint64_t size);
  std::expected<void, CheckpointFault> skip_rest();

  FileDescriptor file_;
  tablebase::Hash hash_;
  std::uint64_t bytes_ = 0;
  std::uint64_t left_ = 0;
};

// A folder of checkpoint files. While it is open no other run may open it.
class CheckpointFolder {
 public:
  // None for an empty name: then nothing is found and nothing is kept.
  static Checked<CheckpointFolder> open(const std::string& name);

  bool is_there() const { return folder_.is_open(); }
  std::string path(const std::string& file) const { return name_ + "/" + file; }

  // `make_room` gets the number of bytes, and returns where they go or refuses if they are too many. False if there is
  // no file. A damaged or foreign file is refused and stays as it is; what was read of it until then must not be used
  // by the caller.
  using MakeRoom = std::function<Checked<std::vector<std::span<std::uint8_t>>>(std::uint64_t bytes)>;
  Checked<bool> find(const std::string& file, const std::string& label, const MakeRoom& make_room) const;

  // On the disk when it returns; until then a file of that name stays as it was.
  Checked<void> keep(const std::string& file, const std::string& label, std::span<const Bytes> parts) const;

 private:
  CheckpointFolder(std::string name, FileDescriptor folder) : name_(std::move(name)), folder_(std::move(folder)) {}
  Checked<bool> answer(const std::string& file, const CheckpointFault& fault) const;

  std::string name_;
  FileDescriptor folder_;
};

}  // namespace crownstar::solve
