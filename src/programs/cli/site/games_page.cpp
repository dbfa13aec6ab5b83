#include "programs/cli/site/games_page.hpp"

#include <array>
#include <ranges>
#include <string_view>

#include <fmt/format.h>

#include "base/text/xml_text.hpp"
#include "programs/cli/console/licence.hpp"
#include "programs/cli/site/game_rows.hpp"

namespace crownstar::cli {
namespace {

constexpr std::string_view page_head = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Open data: games of draughts and Chinese checkers</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .3rem .8rem; text-align: start; border-bottom: 1px solid #8886; }
th:first-child, td:first-child { padding-inline-start: 0; }
.number { text-align: end; font-variant-numeric: tabular-nums; }
</style>
<h1>Open data</h1>
)";

constexpr std::string_view page_about =
    R"(<p>Finished rated games of draughts and Chinese checkers, by the month (UTC) in which
they ended. The files of one month hold the same games. They are in the public domain: <a rel="license"
href="{address}">{licence}</a>. <a href="datapackage.json">datapackage.json</a> says the same for programs.</p>
)";

constexpr std::string_view page_example = R"(<h2>How to begin</h2>
<pre>SELECT opening, result, count(*) FROM 'games-*.parquet' GROUP BY ALL ORDER BY 3 DESC;  -- DuckDB</pre>
)";

// 999 B, 12.3 MB.
std::string size_text(std::uint64_t bytes) {
  constexpr double step = 1000;
  constexpr std::array<std::string_view, 4> units{"B", "kB", "MB", "GB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= step && unit + 1 < units.size(); ++unit) size /= step;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", size, units[unit]);
}

std::string month_row(const PublishedMonth& month) {
  std::string row = fmt::format("<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td>", month.month, month.games);
  for (const PublishedFile& file : month.files) {
    row += fmt::format("<td><a href=\"{0}\" download>{1}</a> {2}</td>", file.name, file.form, size_text(file.bytes));
  }
  return row + "</tr>\n";
}

}  // namespace

std::string games_page(const std::vector<PublishedMonth>& months, const std::vector<PublishedFile>& tables) {
  std::string page(page_head);
  page += fmt::format(page_about, fmt::arg("address", licence_address), fmt::arg("licence", licence_title));
  if (months.empty()) {
    page += "<p>There are no games yet.</p>\n";
  } else {
    page += "<div><table>\n<thead><tr><th scope=\"col\">month</th><th scope=\"col\" class=\"number\">games</th>";
    page += fmt::format("<th scope=\"col\" colspan=\"{}\">files</th></tr></thead>\n", months.front().files.size());
    for (const PublishedMonth& month : months | std::views::reverse) page += month_row(month);
    page += "</table></div>\n";
  }
  if (!tables.empty()) {
    page += "<h2>Puzzles and positions</h2>\n<ul>\n";
    for (const PublishedFile& file : tables) {
      page += fmt::format("<li><a href=\"{0}\" download>{0}</a> {1}</li>\n", base::xml_text(file.name),
                          size_text(file.bytes));
    }
    page += "</ul>\n";
  }
  page += page_example;
  page += "<h2>The columns</h2>\n<div><table>\n";
  for (const PublishedColumn& column : game_columns) {
    page += fmt::format("<tr><th scope=\"row\"><code>{}</code></th><td>{}</td></tr>\n", column.name,
                        base::xml_text(column.meaning));
  }
  return page + "</table></div>\n</html>\n";
}

}  // namespace crownstar::cli
