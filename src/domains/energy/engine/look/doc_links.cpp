// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/engine/look/doc_links.h"

#include <string>

#include "base/text.h"

namespace energy::engine {
namespace {

// "Thermal Zones and Surfaces" → "thermal-zones-and-surfaces"; without `blank`, "Zone:Mixing" → "zonemixing".
std::string slug(std::string_view text, std::string_view blank) {
  std::string out;
  for (const char c : base::lower_ascii(text)) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (kept) {
      out += c;
    } else if (!blank.empty() && !out.ends_with(blank)) {
      out += blank;
    }
  }
  return out;
}

}  // namespace

base::Json doc_links(std::string_view type, std::string_view group, const Version& version) {
  const std::string base_url = "https://docs.idfkit.com/v" + version.brief() + "/";
  base::Json out = base::Json::object({{"object_type", type}, {"version", version.text()}});
  if (!group.empty())
    out.set("io_reference_url", base_url + "io-reference/overview/group-" + slug(group, "-") + "/#" + slug(type, ""));
  return out.set("engineering_reference_url", base_url + "engineering-reference/")
      .set("search_url", base_url + "io-reference/overview/");
}

}  // namespace energy::engine
