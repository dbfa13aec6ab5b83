#include "site/live/exports.hpp"

#include "rules/record/record_writer.hpp"
#include "site/live/match/setup_view.hpp"
#include "site/match/record/record.hpp"
#include "site/wire/json/codec.hpp"

namespace crownstar::live {

std::expected<Exported, Refused> exported(const LiveMatch& live, ExportForm form, Instant now) {
  const std::string name = "crownstar-" + live.id;
  if (form == ExportForm::json) {
    return Exported{wire::encode(wire::snapshot_view(*live.match, facts_of(live), now)), "application/json",
                    name + ".json"};
  }
  const bool is_star = live.match->game().layout().shape == game::BoardShape::star;
  if (form == ExportForm::star && !is_star) {
    return match::refused("malformed", "a star's record is for Chinese checkers; ask for pdn or json");
  }
  const match::RecordTags tags{live.header.is_rated ? "Rated game" : "Casual game", "Crownstar", ""};
  return Exported{game::write_record(match::record_of(*live.match, tags)), "text/plain; charset=utf-8",
                  name + (is_star ? ".star.pdn" : ".pdn")};
}

}  // namespace crownstar::live
