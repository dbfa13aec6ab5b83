// How a table's file comes from the disk. A program without files does without this one.

#include <memory>
#include <utility>

#include "engines/tablebase/file/mapped_file.hpp"
#include "engines/tablebase/file/table_file.hpp"

namespace crownstar::tablebase {

base::Checked<TableFile> TableFile::open(const std::string& folder, const TableName& name, std::uint64_t positions) {
  const std::string path = folder + "/" + name.file();
  auto file = MappedFile::open(path);
  if (!file) return std::unexpected(file.error());
  auto table = read(file->bytes(), name, positions);
  if (!table) return base::refuse("the table '" + path + "' is not used: " + table.error().reason);
  table->file_ = std::make_shared<const MappedFile>(*std::move(file));
  return table;
}

}  // namespace crownstar::tablebase
