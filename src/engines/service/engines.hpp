// All engines of a site: our own with its levels, and external ones that were configured.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engines/hub/external_engine.hpp"
#include "engines/pool/engine_service.hpp"
#include "engines/search/builtin/builtin_searcher.hpp"

namespace crownstar::engine {

struct EngineSettings {
  PoolLimits own;
  std::vector<hub::ExternalEngine> external;
  search::FindTables find_tables{};  // that our own asks; empty: none
};

class Engines final : public EngineService {
 public:
  // Refused where the settings name an engine twice, or a game that is not there. Nothing is started yet.
  static Checked<std::unique_ptr<Engines>> create(EngineSettings settings, const Post& post);
  ~Engines() override;

  using EngineService::ask;

  std::vector<EngineChoice> choices(std::string_view token) const override;
  Checked<JobNumber> ask(SearchRequest request, Priority priority, OnResult done, OnProgress progress) override;
  void cancel(JobNumber job) override;
  void hurry(JobNumber job);

  PoolLoad load() const override;  // of all together

 private:
  struct EngineQueue;
  Engines(EngineSettings settings, const Post& post);

  std::vector<std::unique_ptr<EngineQueue>> queues_;  // the first is our own
};

}  // namespace crownstar::engine
