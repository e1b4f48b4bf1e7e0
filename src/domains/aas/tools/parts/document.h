// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domains/aas/engine/document/document.h"
#include "domains/aas/tools/parts/adopted.h"
#include "domains/aas/tools/tool.h"
#include "kernel/parts.h"

// The document of a workspace as the kernel keeps it: one element for each node (engine/tree), and one for the file it
// came from, which adopts the nodes that are in it (parts/adopted). The bytes of the file are kept, since what does not
// change is saved as it was.
namespace aas::tools {

// The nodes as a view has them.
class ViewNodes : public engine::Nodes {
 public:
  explicit ViewNodes(const View& view) : view_(view) {}
  Node find(std::string_view id) const override;
  std::shared_ptr<const Json> whole() const override;
  std::size_t count() const override;

 private:
  const View& view_;
};

// What is known of the file.
struct OpenFile {
  std::string name;         // "pump.aasx"
  std::string path = {};    // where it lies under the roots; "" for what came otherwise
  std::string sha256 = {};  // of its bytes
  engine::Packing packing = engine::Packing::aasx;
  std::string metamodel = "3.0";  // "3.2" is kept and cannot be checked
  std::string root = "Environment";
  std::vector<std::string> warnings = {};
  std::vector<std::string> problems =
      {};  // what XML holds and the standard has no place for: errors, as long as it is open

  std::optional<Version> checked() const;  // absent: there is no checking it
  Version version() const { return checked().value_or(Version::v3_1); }
};

// Fails with DOCUMENT_NOT_OPEN.
Result<OpenFile> open_file(const View& view);
std::optional<OpenFile> file_of(const View& view);

// Where and when it was last saved, or else opened. Edits do not look at it: a document may be saved while they wait.
struct SavedAs {
  std::string path;           // "": nowhere yet
  std::int64_t revision = 0;  // what has a later one is not saved
};
SavedAs saved_as(const View& view, const OpenFile& file);
kernel::Element saved_element(const std::string& path, std::int64_t revision);
// The bytes it was opened from.
Result<std::string> original_bytes(const View& view, const OpenFile& file);
// Whether there are elements that the caller may not read.
bool hides_parts(const View& view);
// The document as a whole. Fails where the caller may not read all of it.
Result<Json> whole_document(const View& view);

// Nodes that are not as they were when the document was opened or saved.
std::vector<Node> unsaved_nodes(const View& view, const SavedAs& saved);

// What was open as it was read; null where none is, or it was made here.
std::shared_ptr<const AdoptedDocument> adopted_document(const View& view);

// Takes the place of what is open: the file and what its bytes hold.
Change opened_change(const View& view, OpenFile file, kernel::Adoption adoption);
// The same for a document that is in no file yet; `bytes` are those of an empty one.
Change new_change(const View& view, Json environment, OpenFile file, std::string bytes);
Change closed_change(const View& view);
kernel::Element file_element(const OpenFile& file);
std::string file_element_id();

// One node as an element: its class is the category, its submodel the level.
kernel::Element element_of(std::string id, Json body);
// An element's lists are not its own content: what comes, goes or moves is counted itself.
kernel::Parts divide(const kernel::Element& element);

// {filename, format, metamodel, shells, submodels, conceptDescriptions, elements}
Json facts_of(const View& view, const OpenFile& file);

// Why a document cannot give way to another: changes wait, or are not saved. `what` is to be done: "open another".
Result<void> check_may_go(const View& view, const OpenFile& file, std::string_view what);

// Too much for one answer: AI_CONTEXT_OVERFLOW, with how to ask for less.
base::Error too_large(std::string message, std::string hint, Json details = {});
// Room for the data of an answer, in bytes; the answer holds it twice, and a token is four.
inline constexpr std::size_t answer_bytes = 44'000;

}  // namespace aas::tools
