// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/edit/document_rules.h"
#include "domains/ids/runtime/runtime.h"
#include "domains/ids/tools/parts/document.h"
#include "domains/ids/tools/parts/validation.h"

namespace ids::tools {

namespace {

using Variables = std::map<std::string, std::string>;

tool::Resource resource(const char* uri, const char* name, const char* title, const char* description,
                        const char* mime_type) {
  tool::Resource out;
  out.uri = uri;
  out.name = name;
  out.title = title;
  out.doc = description;
  out.mime_type = mime_type;
  out.subscribable = true;
  return out;
}

tool::ResourceContents contents(const char* mime_type, std::string text) {
  tool::ResourceContents out;
  out.mime_type = mime_type;
  out.text = std::move(text);
  return out;
}

}  // namespace

tool::Resource document_resource() {
  auto out = resource("ids://document", "ids-document", "The IDS in work", "The document of this workspace as XML.",
                      "application/xml");
  out.read = [](const Variables&, const View& view) -> Result<tool::ResourceContents> {
    std::vector<std::string> notes;
    return contents("application/xml", doc::write(engine::exportable(TRY(document_of(view)), notes)));
  };
  return out;
}

tool::Resource audit_resource(runtime::Runtime& runtime) {
  auto out = resource("ids://audit", "ids-audit", "The audit of the IDS in work",
                      "What validate_ids says of the document of this workspace.", "application/json");
  out.read = [&xsd = runtime.xsd](const Variables&, const View& view) -> Result<tool::ResourceContents> {
    return contents("application/json", tool::encode(validate(TRY(document_of(view)), xsd)).pretty());
  };
  return out;
}

tool::Resource check_resource(runtime::Runtime& runtime) {
  auto out = resource("ids://check", "ids-check", "The last check",
                      "The report of this workspace's last validate_ifc_model, its first page.", "application/json");
  out.read = [&checks = runtime.checks](const Variables&, const View& view) -> Result<tool::ResourceContents> {
    const auto report = checks.last(view.workspace());
    if (report == nullptr) {
      return fail(Code::unavailable, "No model was checked in this workspace yet.", {}, "Call validate_ifc_model.");
    }
    return contents("application/json", engine::json_report(*report).pretty());
  };
  return out;
}

}  // namespace ids::tools
