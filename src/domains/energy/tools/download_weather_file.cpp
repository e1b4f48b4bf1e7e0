// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools::download_weather_file {

namespace {

struct Args {
  std::optional<std::string> wmo, query, country, state;
  static constexpr auto fields =
      tool::fields(tool::field("wmo", &Args::wmo, "Number of the station.", {.max_length = 20}),
                   tool::field("query", &Args::query, "Or words of its name.", {.max_length = 200}),
                   tool::field("country", &Args::country, "\"USA\", \"DEU\".", {.max_length = 40}),
                   tool::field("state", &Args::state, "\"IL\".", {.max_length = 40}));
};

struct Out {
  std::string epw_path, source;
  std::optional<std::string> ddy_path;
  std::vector<std::string> others;
  static constexpr auto fields =
      tool::fields(tool::field("epw_path", &Out::epw_path, "For run_simulation."),
                   tool::field("ddy_path", &Out::ddy_path, "Its design days, where there are some."),
                   tool::field("source", &Out::source, "local: it was on this machine."),
                   tool::field("others", &Out::others, "More files that match; at most ten."));
};

// What to do where no file is here: where it can be had, and where to put it.
base::Error not_here(Runtime& runtime, const Args& args) {
  const auto words = args.wmo.value_or(args.query.value_or(""));
  std::string hint = "Put an EPW file into " + runtime::Weather::own_folder().string() + " and call this again";
  if (const auto stations = runtime.weather.stations(); stations.ok()) {
    const auto found = (*stations)->search(
        {.words = words, .country = args.country.value_or(""), .state = args.state.value_or(""), .limit = 1});
    if (!found.empty()) hint += "; it is in " + found[0].station->url;
  }
  return fail(Code::unavailable,
              "no weather file of \"" + base::printable(words, 100) +
                  "\" is on this machine, and this program does not go to the network",
              args.wmo ? "wmo" : "query", hint + ".");
}

Result<tool::Shown<Out>> run(Runtime& runtime, const Args& args, const View& view) {
  if (!args.wmo && !args.query)
    return fail(Code::missing, "wmo or query is needed", "wmo", "`search_weather_stations` finds numbers.");
  // "USA_IL_Chicago-OHare.Intl.AP.725300_TMY3.epw"
  const auto words = args.wmo.value_or("") + " " + args.query.value_or("") + " " + args.country.value_or("") +
                     (args.state ? " _" + *args.state + "_" : "");
  const auto found = runtime.weather.files(words);
  if (found.empty()) return not_here(runtime, args);
  Out out{.epw_path = found[0].string(), .source = "local"};
  auto days = found[0];
  std::error_code error;
  if (std::filesystem::exists(days.replace_extension(".ddy"), error)) out.ddy_path = days.string();
  for (std::size_t i = 1; i < found.size() && i <= 10; ++i) out.others.push_back(found[i].string());
  runtime.sessions.set_weather(view.workspace(), out.epw_path);
  tool::Shown<Out> shown{.out = std::move(out)};
  shown.extras.subject = base::printable(found[0].filename().string(), 200);
  return shown;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>({.name = "download_weather_file",
                                .title = "Get a weather file",
                                .doc = "The path of a station's EPW file, from the folders of this machine. Where it "
                                       "is not there, it says where to "
                                       "get it; the program itself does not go to the network. Runs use it from then "
                                       "on, unless they name another.",
                                .records = "weather.chosen"},
                               [&runtime](const Args& args, const View& view) { return run(runtime, args, view); });
}

}  // namespace energy::tools::download_weather_file
