// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "domains/energy/engine/edit/draft.h"
#include "domains/energy/tools/parts/find.h"
#include "domains/energy/tools/parts/opened.h"
#include "domains/energy/tools/tool.h"

namespace energy::tools {

// Gathers what happens to the objects of a model, and makes a change of it: the elements, and for whoever decides a
// line for each field that becomes another.
class Editing {
 public:
  static Result<Editing> of(const View& view, Runtime& runtime);

  const Opened& open() const { return open_; }
  const engine::Object& object(std::size_t index) const { return open_.model->objects()[index]; }

  // A draft of a new object. Fails where the type is not known, has its most objects, or one of that name.
  Result<engine::Draft> fresh(std::string_view type, std::string_view name);
  // All fields of a JSON object.
  static Result<void> set_all(engine::Draft& draft, const Json& fields);

  // Returns the object as it then is.
  Result<ObjectOut> add(const engine::Draft& draft);
  Result<ObjectOut> change(std::size_t index, const engine::Draft& draft);
  void remove(std::size_t index);

  Change finish(std::string summary) &&;

 private:
  Editing(const View& view, std::shared_ptr<const formats::idf::Schema> schema, Opened open)
      : view_(view), schema_(std::move(schema)), open_(std::move(open)) {}
  Result<ObjectOut> put(std::string id, Json body, const Json* before);
  std::vector<std::string> zones_of(const Json& body) const;
  void look_at(const engine::Model& alone);
  void tell(std::string line);

  const View& view_;
  std::shared_ptr<const formats::idf::Schema> schema_;
  Opened open_;
  Change change_;
  std::int64_t added_ = 0;
  std::size_t untold_ = 0;
  std::set<std::string> names_;                              // of what was added: type, 0, name in upper case
  std::set<std::string> values_;                             // … and all names that it gives
  std::vector<std::pair<std::string, std::string>> wanted_;  // names that objects refer to, and where
};

}  // namespace energy::tools
