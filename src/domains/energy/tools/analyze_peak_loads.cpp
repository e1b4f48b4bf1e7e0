// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/report.h"

namespace energy::tools::analyze_peak_loads {

namespace {

struct FlagOut {
  std::string code, message;
  static constexpr auto fields = tool::fields(tool::field("code", &FlagOut::code, "For example zone_stands_out."),
                                              tool::field("message", &FlagOut::message, "In words."));
};
struct Out {
  bool stale = false;
  std::vector<FlagOut> flags;
  std::optional<double> floor_area_m2;
  Json cooling, heating;
  static constexpr auto fields =
      tool::fields(tool::field("stale", &Out::stale, "The model was edited since the run."),
                   tool::field("flags", &Out::flags, "What deserves a look, or could not be told."),
                   tool::field("floor_area_m2", &Out::floor_area_m2, "Of the building."),
                   tool::field("cooling", &Out::cooling, "{design_load_w, peak_time, components, zone_count, zones}."),
                   tool::field("heating", &Out::heating, "The same; components are losses."));
};

constexpr std::size_t most_zones = 10;

Result<tool::Shown<Out>> analyze(Runtime& runtime, const tool::Nothing&, const View& view) {
  const auto last = TRY(last_run(view, runtime));
  const auto peaks = TRY(peaks_of(*last.run));
  const Json json = peaks_json(peaks, most_zones);
  Out out{.stale = last.stale, .floor_area_m2 = peaks.floor_area_m2};
  for (const auto& flag : peaks.flags) out.flags.push_back({flag.code, flag.message});
  out.cooling = json.at("cooling");
  out.heating = json.at("heating");
  return tool::Shown<Out>{.out = std::move(out)};
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<tool::Nothing, Out>(
      {.name = "analyze_peak_loads",
       .title = "What the peak loads consist of",
       .doc = "Peak heating and cooling of the last run: the parts of the load, the zones that need most and when, and "
              "what looks odd."},
      [&runtime](const tool::Nothing& args, const View& view) { return analyze(runtime, args, view); });
}

}  // namespace energy::tools::analyze_peak_loads
