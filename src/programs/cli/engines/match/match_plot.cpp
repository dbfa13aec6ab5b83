#include "programs/cli/engines/match/match_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/utf8.hpp"
#include "base/text/xml_text.hpp"
#include "engines/contest/statistics/ratings.hpp"
#include "programs/cli/engines/match/match_games.hpp"

namespace crownstar::cli {
namespace {

using contest::Elo;
using contest::GameResult;

constexpr double plot_width = 860;
constexpr double plot_height = 480;
constexpr double plot_left = 64;
constexpr double plot_right = 690;  // names stand beyond
constexpr double plot_top = 40;
constexpr double plot_bottom = 430;
constexpr std::size_t most_points = 240;
// Told apart by everybody (Okabe and Ito); where they are used again the line is broken.
constexpr std::array<std::string_view, 8> plot_colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                       "#e69f00", "#56b4e9", "#000000", "#999933"};

struct PlotPoint {
  double games = 0;
  std::vector<Elo> elos;  // a line each
};

void add_half_points(contest::Tally& tally, int half_points) {
  const int first = std::min(half_points, 2);
  tally.add_pair(static_cast<GameResult>(first), static_cast<GameResult>(half_points - first));
}

std::vector<PlotPoint> points_of(const contest::ArenaTerms& terms, const contest::ArenaResult& result) {
  std::vector<contest::PairScore> scores;
  for (const contest::Pairing& pairing : terms.pairings) scores.push_back({pairing.a, pairing.b, {}});
  std::vector<PlotPoint> points;
  const std::size_t rounds = result.history.size();
  const std::size_t each = std::max<std::size_t>(1, (rounds + most_points - 1) / most_points);
  for (std::size_t number = 1; number <= rounds; ++number) {
    const auto& [pairing, half_points] = result.history[number - 1];
    add_half_points(scores[pairing].tally, half_points);
    if (number % each != 0 && number != rounds) continue;
    PlotPoint point{2.0 * static_cast<double>(number), {}};
    if (terms.engines.size() == 2) {
      point.elos.push_back(scores.front().tally.elo());
    } else {
      const contest::Ratings ratings(terms.engines.size(), scores);
      for (std::size_t engine = 0; engine < terms.engines.size(); ++engine) {
        point.elos.push_back(ratings.of(engine).value_or(Elo{}));
      }
    }
    points.push_back(std::move(point));
  }
  return points;
}

struct Scale {
  double least = -1;
  double most = 1;
  double from = 0;
  double to = 1;

  double at(double value) const {
    return from + (std::clamp(value, least, most) - least) / (most - least) * (to - from);
  }
};

// The first points say next to nothing, and would flatten all that follows.
Scale elo_scale(const std::vector<PlotPoint>& points) {
  Scale scale{0, 0, plot_bottom, plot_top};
  for (std::size_t index = points.size() / 8; index < points.size(); ++index) {
    for (const Elo& elo : points[index].elos) {
      const double error = points[index].elos.size() == 1 ? elo.error : 0;
      scale.least = std::min(scale.least, elo.value - error);
      scale.most = std::max(scale.most, elo.value + error);
    }
  }
  const double room = std::max(5.0, (scale.most - scale.least) / 12);
  scale.least -= room;
  scale.most += room;
  return scale;
}

// 1, 2 or 5 with zeros, so that about so many fit.
double step_for(double range, double marks) {
  const double unit = std::pow(10, std::floor(std::log10(range / marks)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (range / (unit * factor) <= marks) return unit * factor;
  }
  return unit * 10;
}

std::string shortened(const std::string& name) {
  constexpr std::size_t longest = 22;
  if (name.size() <= longest) return name;
  return std::string(base::cut_utf8(name, longest - 1)) + "…";
}

std::string axes(const Scale& games, const Scale& elo) {
  std::string text;
  const double elo_step = step_for(elo.most - elo.least, 8);
  for (double mark = std::ceil(elo.least / elo_step) * elo_step; mark <= elo.most; mark += elo_step) {
    const double y = elo.at(mark);
    const bool is_zero = std::abs(mark) < elo_step / 2;
    text +=
        fmt::format("<path d=\"M{} {:.1f}H{}\" stroke=\"{}\"/>\n", plot_left, y, plot_right, is_zero ? "#555" : "#ddd");
    text += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", plot_left - 8, y + 4,
                        is_zero ? "0" : fmt::format("{:+.0f}", mark));
  }
  const double game_step = std::max(1.0, step_for(games.most, 8));
  for (double mark = 0; mark <= games.most; mark += game_step) {
    text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:.0f}</text>\n", games.at(mark),
                        plot_bottom + 18, mark);
  }
  text += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">games</text>\n", (plot_left + plot_right) / 2,
                      plot_bottom + 38);
  return text + fmt::format("<text x=\"{}\" y=\"{}\">Elo</text>\n", plot_left, plot_top - 14);
}

std::string line_path(const std::vector<PlotPoint>& points, std::size_t line, const Scale& games, const Scale& elo) {
  std::string path;
  for (const PlotPoint& point : points) {
    path +=
        fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", games.at(point.games), elo.at(point.elos[line].value));
  }
  return path;
}

std::string margin_path(const std::vector<PlotPoint>& points, const Scale& games, const Scale& elo) {
  std::string path;
  for (const PlotPoint& point : points) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", games.at(point.games),
                        elo.at(point.elos[0].value + point.elos[0].error));
  }
  for (auto point = points.rbegin(); point != points.rend(); ++point) {
    path += fmt::format("L{:.1f} {:.1f}", games.at(point->games), elo.at(point->elos[0].value - point->elos[0].error));
  }
  return path + "Z";
}

// Names beside the ends of their lines, moved apart where these meet.
std::vector<double> label_places(const std::vector<Elo>& last, const Scale& elo) {
  constexpr double apart = 15;
  std::vector<std::size_t> order(last.size());
  for (std::size_t line = 0; line < order.size(); ++line) order[line] = line;
  std::ranges::sort(order, [&](std::size_t one, std::size_t other) {
    return last[one].value != last[other].value ? last[one].value > last[other].value : one < other;
  });
  std::vector<double> places(last.size());
  double lowest = plot_top - apart;
  for (const std::size_t line : order) {
    lowest = std::max(lowest + apart, elo.at(last[line].value));
    places[line] = lowest;
  }
  return places;
}

}  // namespace

std::string elo_plot(const contest::ArenaTerms& terms, const contest::ArenaResult& result) {
  const std::vector<PlotPoint> points = points_of(terms, result);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\" stroke-linejoin=\"round\">\n"
      "<title>{2}</title>\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      plot_width, plot_height, base::xml_text("crownstar match: " + terms.game.token));
  if (points.empty()) return text + "</svg>\n";
  const Scale games{0, points.back().games, plot_left, plot_right};
  const Scale elo = elo_scale(points);
  text += axes(games, elo);
  const bool is_of_two = terms.engines.size() == 2;
  if (is_of_two) {
    text += fmt::format("<path d=\"{}\" fill=\"{}\" fill-opacity=\"0.18\"/>\n", margin_path(points, games, elo),
                        plot_colours[0]);
  }
  const std::vector<double> places = label_places(points.back().elos, elo);
  for (std::size_t line = 0; line < points.back().elos.size(); ++line) {
    const std::string_view colour = plot_colours[line % plot_colours.size()];
    const std::string_view dashes = line < plot_colours.size() ? "" : " stroke-dasharray=\"6 3\"";
    const double value = points.back().elos[line].value;
    text += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n",
                        line_path(points, line, games, elo), colour, dashes);
    const std::string name = is_of_two ? "A over B" : shortened(engine_name(terms.engines[line]));
    text += fmt::format("<text x=\"{}\" y=\"{:.1f}\" fill=\"{}\">{} {:+.0f}</text>\n", plot_right + 8, places[line] + 4,
                        colour, base::xml_text(name), value);
  }
  if (is_of_two) {
    text +=
        fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">A: {}, B: {}</text>\n", plot_width - 12, plot_top - 14,
                    base::xml_text(engine_name(terms.engines[0])), base::xml_text(engine_name(terms.engines[1])));
  }
  return text + "</svg>\n";
}

}  // namespace crownstar::cli
