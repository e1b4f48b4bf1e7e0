// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "base/did_you_mean.h"
#include "base/text.h"
#include "domains/energy/tools/parts/schema.h"

namespace energy::tools::list_object_types {

namespace {

struct Args {
  std::optional<std::string> group, version;
  std::int64_t limit = 50;
  static constexpr auto fields =
      tool::fields(tool::field("group", &Args::group, "Only of this group; without it, groups and their sizes.",
                               {.max_length = max_name}),
                   tool::field("version", &Args::version, version_doc, {.max_length = 40}),
                   tool::with_default("limit", &Args::limit, "Types listed.", {.minimum = 1, .maximum = 1000}));
};

struct Out {
  std::int64_t total_types = 0;
  bool truncated = false;
  Json groups = Json::object();
  static constexpr auto fields = tool::fields(tool::field("total_types", &Out::total_types, "How many there are."),
                                              tool::field("truncated", &Out::truncated, "Whether some are left out."),
                                              tool::field("groups", &Out::groups, "By group {count, types?}."));
};

using Groups = std::map<std::string, std::vector<std::string>>;

Result<void> narrow(Groups& groups, const std::string& wanted) {
  std::vector<std::string> names;
  for (const auto& [name, types] : groups) names.push_back(name);
  std::erase_if(groups, [&](const auto& each) { return !base::equals_ignoring_case(each.first, base::trim(wanted)); });
  if (!groups.empty()) return {};
  return fail(Code::unknown_name, "there is no group \"" + base::printable(wanted, 100) + "\"", "group",
              base::did_you_mean(wanted, names, {.quote = "\"", .otherwise = "Without a group all are listed."}));
}

Result<Out> list(Runtime& runtime, const Args& args, const View& view) {
  const auto chosen = TRY(chosen_schema(view, runtime, args.version));
  Groups groups;
  for (const auto& each : chosen.catalogue->types())
    groups[each.group.empty() ? "Types" : each.group].push_back(each.name);
  if (args.group) TRY(narrow(groups, *args.group));
  Out out;
  auto room = args.limit;
  for (const auto& [name, types] : groups) {
    out.total_types += static_cast<std::int64_t>(types.size());
    Json group = Json::object({{"count", types.size()}});
    if (args.group || groups.size() == 1) {
      Json list = Json::array();
      for (const auto& type : types)
        if (room-- > 0) list.push_back(type);
      out.truncated = list.size() < types.size();
      group.set("types", std::move(list));
    }
    out.groups.set(name, std::move(group));
  }
  return out;
}

}  // namespace

Tool declare(Runtime& runtime) {
  return tool::read<Args, Out>({.name = "list_object_types",
                                .title = "List object types",
                                .doc = "The groups of EnergyPlus object types, and the types of one group."},
                               [&runtime](const Args& args, const View& view) { return list(runtime, args, view); });
}

}  // namespace energy::tools::list_object_types
