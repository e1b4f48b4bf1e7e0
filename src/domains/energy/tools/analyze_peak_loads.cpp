// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/peaks_page.h"
#include "domains/energy/engine/views/run_pictures.h"
#include "domains/energy/tools/parts/report.h"
#include "domains/energy/tools/parts/shown.h"

namespace energy::tools::analyze_peak_loads {

namespace {

struct Args {
  bool picture = true;
  static constexpr auto fields = tool::fields(tool::with_default("picture", &Args::picture, "A PNG with the answer."));
};

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

Result<tool::Shown<Out>> analyze(Runtime& runtime, const Args& args, const View& view) {
  const auto last = TRY(last_run(view, runtime));
  const auto peaks = std::make_shared<const engine::PeakLoads>(TRY(runtime::peaks_of(*last.run->results)));
  const Json json = engine::peaks_json(*peaks, most_zones);
  tool::Shown<Out> shown;
  shown.out.stale = last.stale;
  shown.out.floor_area_m2 = peaks->floor_area_m2;
  for (const auto& flag : peaks->flags) shown.out.flags.push_back({flag.code, flag.message});
  shown.out.cooling = json.at("cooling");
  shown.out.heating = json.at("heating");
  const auto head = head_of(*last.run, last.stale);
  if (args.picture && (!peaks->cooling.zones.empty() || !peaks->heating.zones.empty())) {
    shown.extras.content.push_back(TRY(png_content(engine::peaks_picture(head, *peaks))));
  }
  shown.extras.page_parts = [peaks, head] { return parts_of(engine::peaks_page(head, *peaks), "peaks"); };
  return shown;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>(
      {.name = "analyze_peak_loads",
       .title = "What the peak loads consist of",
       .doc = "Peak heating and cooling of the last run: the parts of the load, the zones that need most and when, and "
              "what looks odd; with a page where the client shows pages, and a picture.",
       .page = "ui://lintel/energy-peaks"},
      [&runtime](const Args& args, const View& view) { return analyze(runtime, args, view); });
}

}  // namespace energy::tools::analyze_peak_loads
