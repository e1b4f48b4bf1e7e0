// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/views/peaks_page.h"
#include "domains/energy/tools/parts/report.h"

namespace energy::tools {

namespace {

using Variables = std::map<std::string, std::string>;

template <class Make>
tool::Resource simulation_resource(const char* name, const char* title, const char* doc, Make make) {
  tool::Resource out;
  out.uri = std::string("idfkit://simulation/") + name;
  out.name = std::string("simulation-") + name;
  out.title = title;
  out.doc = doc;
  out.mime_type = "application/json";
  out.subscribable = true;
  out.read = [make](const Variables&, const View& view) -> Result<tool::ResourceContents> {
    tool::ResourceContents contents;
    contents.mime_type = "application/json";
    contents.text = TRY(make(view)).pretty();
    return contents;
  };
  return out;
}

}  // namespace

tool::Resource simulation_results_resource(Runtime& runtime) {
  return simulation_resource("results", "The last run", "How the last simulation went, and what the engine said.",
                             [&runtime](const View& view) -> Result<Json> {
                               const auto last = TRY(last_run(view, runtime));
                               return tool::encode(run_out(*last.run, last.stale, 50));
                             });
}

tool::Resource simulation_peak_loads_resource(Runtime& runtime) {
  return simulation_resource("peak-loads", "Peak loads", "What the peak heating and cooling loads consist of.",
                             [&runtime](const View& view) -> Result<Json> {
                               const auto last = TRY(last_run(view, runtime));
                               const auto peaks = TRY(runtime::peaks_of(*last.run->results));
                               Json out = engine::peaks_json(peaks, SIZE_MAX);
                               return out.set("stale", last.stale);
                             });
}

tool::Resource simulation_report_resource(Runtime& runtime) {
  return simulation_resource("report", "The tabular report", "Every table of the last simulation's reports.",
                             [&runtime](const View& view) -> Result<Json> {
                               const auto last = TRY(last_run(view, runtime));
                               Json out = TRY(report_json(*last.run, ""));
                               return out.set("stale", last.stale);
                             });
}

}  // namespace energy::tools
