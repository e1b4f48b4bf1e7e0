// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/json.h"
#include "domains/aas/engine/edit/draft.h"
#include "domains/aas/engine/tree/tree.h"

// A small document in memory.
namespace aas::engine::testing_document {

class InMemory : public Nodes {
 public:
  explicit InMemory(base::Json environment) {
    int next = 0;
    for (NewNode& node : taken_apart(std::move(environment), [&] { return "n" + std::to_string(next++); }))
      nodes_[node.id] = std::make_shared<const base::Json>(std::move(node.body));
  }
  Node find(std::string_view id) const override {
    const auto found = nodes_.find(id);
    return found == nodes_.end() ? Node() : Node(std::string(id), found->second);
  }
  // As a commit would.
  void take(const Draft& draft) {
    for (const auto& [id, body] : draft.changed()) {
      if (body) {
        nodes_[id] = *body;
      } else {
        nodes_.erase(id);
      }
    }
  }
  std::size_t size() const { return nodes_.size(); }

 private:
  std::map<std::string, std::shared_ptr<const base::Json>, std::less<>> nodes_;
};

inline base::Json parsed(std::string_view text) { return *base::parse_json(text); }

inline base::Json nameplate() {
  return parsed(R"({
    "assetAdministrationShells": [{"modelType": "AssetAdministrationShell", "id": "urn:shell",
      "assetInformation": {"assetKind": "Instance", "globalAssetId": "urn:asset"}}],
    "submodels": [{"idShort": "Nameplate", "modelType": "Submodel", "id": "urn:nameplate",
      "submodelElements": [
        {"modelType": "Property", "idShort": "Serial", "valueType": "xs:string", "value": "A1",
         "description": [{"language": "en", "text": "its number"}],
         "semanticId": {"type": "ExternalReference", "keys": [{"type": "GlobalReference", "value": "0173-1#02-AAM556#002"}]}},
        {"modelType": "SubmodelElementCollection", "idShort": "Address", "value": [
          {"modelType": "Property", "idShort": "City", "valueType": "xs:string", "value": "Ulm"},
          {"modelType": "SubmodelElementList", "idShort": "Phones", "typeValueListElement": "Property",
           "valueTypeListElement": "xs:string", "value": [
            {"modelType": "Property", "valueType": "xs:string", "value": "1"},
            {"modelType": "Property", "valueType": "xs:string", "value": "2"}]}],
         "displayName": [{"language": "de", "text": "Adresse"}]},
        {"modelType": "File", "idShort": "Logo", "contentType": "image/png", "value": "/aasx/logo.png"}]},
     {"idShort": "Empty", "modelType": "Submodel", "id": "urn:empty"}]})");
}

}  // namespace aas::engine::testing_document
