// SPDX-License-Identifier: Apache-2.0
#include "domains/aas/engine/document/convert.h"

#include <array>
#include <utility>

#include "base/text.h"
#include "formats/aas/xml_write.h"
#include "formats/opc/aasx.h"
#include "formats/opc/package.h"

namespace aas::engine {

namespace {

base::Result<std::string> as_xml(const base::Json& environment, formats::aas::Version version) {
  const formats::aas::Metamodel& model = formats::aas::metamodel(version);
  return formats::aas::write_xml(environment, model.get_class("Environment"), model);
}

// IDTA-01005: the package leads to the origin, the origin to the file of the environment.
base::Result<std::string> as_package(std::string xml) {
  constexpr std::string_view origin = "/aasx/aasx-origin", spec = "/aasx/environment.xml";
  formats::opc::Package package = formats::opc::Package::create();
  TRY(package.add(origin, "text/plain", "Intentionally empty."));
  TRY(package.add(spec, "application/xml", std::move(xml)));
  TRY(package.relate(formats::opc::package_itself, relationship_type(formats::opc::AasxLink::origin), origin));
  TRY(package.relate(origin, relationship_type(formats::opc::AasxLink::spec), spec));
  return package.save();
}

}  // namespace

base::Result<std::string> written(const base::Json& environment, Packing packing, formats::aas::Version version) {
  switch (packing) {
    case Packing::json:
      return environment.pretty() + "\n";
    case Packing::xml:
      return as_xml(environment, version);
    case Packing::aasx:
      break;
  }
  return as_package(TRY(as_xml(environment, version)));
}

base::Result<std::string> package_as(std::string_view bytes, const base::Json& environment,
                                     formats::aas::Version version) {
  formats::opc::Package package = TRY(formats::opc::Package::open(std::string(bytes)));
  const formats::opc::Aasx aasx = TRY(formats::opc::read_aasx(package));
  const formats::opc::SpecPart& spec = aasx.specs.front();
  if (aasx.specs.size() > 1 || !spec.splits.empty() || spec.form != formats::opc::SpecForm::xml)
    return base::fail(base::Code::unavailable, "the package keeps its environment in several files, or not in XML", {},
                      "Convert it to .xml or .json.");
  std::string xml = TRY(as_xml(environment, version));
  TRY(package.replace(spec.part, std::move(xml)));
  return package.save();
}

std::optional<Packing> packing_of_name(std::string_view name_of_file) {
  const std::string lower = base::lower_ascii(name_of_file);
  for (const Packing each : {Packing::aasx, Packing::json, Packing::xml}) {
    if (lower.ends_with("." + std::string(name(each)))) return each;
  }
  return std::nullopt;
}

std::string_view media_type(Packing packing) {
  constexpr std::array<std::string_view, 3> types{"application/asset-administration-shell-package", "application/json",
                                                  "application/xml"};
  return types.at(static_cast<std::size_t>(packing));
}

std::vector<std::string> parts_of(std::string_view bytes) {
  std::vector<std::string> out;
  if (!bytes.starts_with("PK")) return out;
  const auto package = formats::opc::Package::open(std::string(bytes));
  if (!package.ok()) return out;
  for (const formats::opc::Part& part : package->parts()) out.push_back(part.name);
  return out;
}

}  // namespace aas::engine
