// SPDX-License-Identifier: Apache-2.0
#include "domains/energy/tools/parts/shown.h"

#include "base/text.h"

namespace energy::tools {

namespace {

constexpr std::size_t max_schedule_bytes = 64'000'000;

}  // namespace

std::string name_of(const Opened& open) {
  if (open.path.empty()) return "New model";
  return base::printable(open.path.substr(open.path.find_last_of('/') + 1), 200);
}

Result<Json> png_content(const drawing::Picture& picture) {
  const std::string bytes = TRY(engine::image_of(picture, engine::ImageFormat::png));
  return Json::object({{"type", "image"}, {"data", base::base64(bytes)}, {"mimeType", "image/png"}});
}

engine::FileText file_reader(const View& view, const Opened& open) {
  const auto slash = open.path.find_last_of('/');
  return [&view, folder = slash == std::string::npos ? "" : open.path.substr(0, slash + 1)](const std::string& name) {
    return view.read_file(name.starts_with('/') ? name : folder + name, max_schedule_bytes);
  };
}

}  // namespace energy::tools
