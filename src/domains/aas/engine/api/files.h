// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domains/aas/engine/api/api.h"
#include "domains/aas/engine/api/query.h"

// What the API answers with files: thumbnails and attachments out of the package, the package itself, and documents
// that are written anew.
namespace aas::engine::api {

// The thumbnail that the shell names; else that of the package.
base::Result<Answer> thumbnail_of(const Source& source, const Node& shell);
// What a File element names.
base::Result<Answer> attachment_of(const Source& source, const Node& file);

// The document as a package of the file server.
std::string package_id(const Source& source);
base::Result<Answer> package_of(const Source& source);

// GenerateSerializationByIds: the shells and submodels that are named, or all; JSON, XML or a package as `accept` says.
base::Result<Answer> serialization_of(const Source& source, const Query& query, std::string_view accept);

}  // namespace aas::engine::api
