// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

// The records that every part of the kernel speaks of.
namespace kernel {

using base::Code;
using base::Error;
using base::fail;
using base::Json;
using base::Result;

// Who acts. A human acts alone (no agent_id); an agent acts for a user.
enum class Kind : std::uint8_t { human, agent };
struct Principal {
  Kind kind = Kind::agent;
  std::string user_id;                  // UUID
  std::optional<std::string> agent_id;  // UUID; set exactly for agents
  std::string label;                    // for people to read: "claude-code for ada"
  bool by_token = false;                // a token named it; without one a client merely says who it is

  // "human:<user uuid>" or "agent:<agent uuid>": how the policy file names it.
  std::string key() const;
  friend bool operator==(const Principal& a, const Principal& b) {
    return a.kind == b.kind && a.user_id == b.user_id && a.agent_id == b.agent_id;
  }
};
Json to_json(const Principal& principal);  // {kind,user_id,agent_id}
// Ids derived from names: UUIDv5 of the operating system's user, and of user and client name.
Principal human_principal(std::string_view os_user);
Principal agent_principal(std::string_view os_user, std::string_view client_name);

enum class Permission : std::uint8_t { read, create, modify, remove, approve };
std::string_view name(Permission permission);  // "READ", "CREATE", "MODIFY", "DELETE", "APPROVE"
std::optional<Permission> permission_named(std::string_view text);

// Seed 003's tiers. How much harm a change could do.
enum class Tier : std::uint8_t { low = 1, medium = 2, high = 3, critical = 4 };
std::string_view name(Tier tier);  // "LOW" …

// An axis-aligned box in whole micrometres, so that containment is exact.
struct Box {
  std::array<std::int64_t, 3> min_um{};
  std::array<std::int64_t, 3> max_um{};
  bool contains(const Box& inner) const;
  friend bool operator==(const Box&, const Box&) = default;
};

// A document that an element brings in as a whole: the bytes are kept once, as a blob, and what they hold are elements
// of the branch as if each had been put (kernel/adopted.h).
class Adopted;
class AdoptedBytes;
struct Adoption {
  std::string blob;           // SHA-256 of the bytes, hex
  std::string kind;           // which domain expands them, and how: "aas/1"
  std::int64_t elements = 0;  // how many there are
  // What they hold. The kernel finds it again by blob and kind; of no meaning in what others make.
  std::shared_ptr<const Adopted> content = {};
  std::shared_ptr<const AdoptedBytes> bytes = {};  // from View::adopt(): kept with the change that adopts them
  friend bool operator==(const Adoption& a, const Adoption& b) {
    return a.blob == b.blob && a.kind == b.kind && a.elements == b.elements;
  }
};

// The unit of state: what a scope, a limit, an undo and a conflict are about. A domain keeps a whole
// document in one element, or one element per object, as its edits go. Ids begin with the domain's
// name and are minted by View::mint_id or chosen by the domain ("ids:document").
struct Element {
  std::string id;
  std::string category;             // "wall"; scopes name it
  std::vector<std::string> levels;  // storeys it stands on; spanning elements name several
  std::optional<Box> box;
  std::vector<std::string> refs;  // elements it cannot do without (its host)
  Json body;
  std::optional<Adoption> adopts = {};
  std::int64_t revision = 0;  // sequence number of the event that last wrote it; 0: as an adopted document has it
  // What it adds to the sum of its branch, if the kernel has computed it; of no meaning in what others make.
  std::optional<std::array<std::uint64_t, 4>> weight;

  friend bool operator==(const Element&, const Element&);  // all but the revision and the weight
};
// {category, levels?, box?, refs?, adopts?, body}: the stored form, without id and revision.
Json to_json(const Element& element);
Result<Element> element_from_json(std::string id, const Json& stored);

// Something that happened, by the name that gates and seeds use.
struct Fact {
  std::string type;  // "element.created"
  std::string element;
  friend bool operator==(const Fact&, const Fact&) = default;
};

// One step of a change. The kernel fills `before` while it applies the step, which gives the inverse.
struct Op {
  enum class What : std::uint8_t { put, remove };
  What what = What::put;
  std::string id;
  std::shared_ptr<const Element> after = {};  // for put; shared, because a body may be large
};

// A file a change writes under the allowed roots. It reaches the disk after the commit and before
// the answer; a crash between the two is made good at the next start.
struct FileWrite {
  std::string path;
  std::string bytes;
  std::vector<std::string> endings;  // of its format, in lower case: ".ids"; the path must have one
  bool overwrite = false;            // the caller knows that something else is there
  std::string saves = {};            // the element whose document this is; what that was loaded from may be replaced
  bool returns = false;              // an undo brings it back as it was …
  bool theirs = false;               // … and it was somebody else's
};

// A document that a change brings in, and the file it came from; without a path, from none.
struct Loaded {
  std::string element;
  std::string path = {};
  std::string sha256 = {};  // of what was read, hex
};

// What would happen to one file.
struct FilePlan {
  std::string path;       // absolute
  std::string from_root;  // as scopes and people name it
  std::string sha256;     // of what will be in it, hex
  std::int64_t size = 0;
  std::optional<std::string> before = {};  // SHA-256 of what is there; absent: nothing
  std::int64_t size_before = 0;
  bool foreign = false;  // replaces what this workspace neither wrote nor loaded as the document that is saved
  bool kept = true;      // what it replaces can be brought back; true where nothing is replaced
  bool returns = false;  // an undo gives somebody their file back: it is not this workspace's any more
  friend bool operator==(const FilePlan&, const FilePlan&) = default;
};

// {path, size, before, after, kept?}: as events and answers show it; kept only where it is false.
Json to_json(const FilePlan& file);
Json to_json(const std::vector<FilePlan>& files);
std::optional<FilePlan> file_plan_from_json(const Json& json);  // those four; nullopt: damaged

// What a change tool returns: what would happen. It has written nothing.
struct Change {
  std::vector<Op> ops;
  std::vector<Fact> facts;  // element.created/modified/deleted are derived from ops; name others here
  std::vector<FileWrite> files;
  std::vector<std::string> blobs;  // contents to keep in the workspace, found again by SHA-256
  std::string summary;             // one line for people: "Delete wall W3 and its 2 doors"
  Tier tier = Tier::medium;
  Json result = Json::object();  // the tool's own answer
  std::vector<std::string> warnings;
  bool leaves_system = false;  // an export: cannot be undone
  std::vector<Loaded> loads = {};
  std::optional<Json> planned = {};    // the answer while nothing is done yet, where it says something else then
  std::vector<std::string> told = {};  // the same for who decides, in the domain's words; one line each

  // Shorthand for tools.
  Change& put(Element element);
  Change& remove(std::string id);
};

// Which elements a change wrote, as scopes and limits see them.
struct Touched {
  struct Item {
    Permission needs = Permission::modify;  // create, modify or remove
    std::string id;
    std::string category;
    std::vector<std::string> levels;
    std::optional<Box> before, after;
    std::string path = {};   // of a file, absolute; its id is the path from its root
    std::string name = {};   // what people call it, where the id does not say
    std::int64_t times = 1;  // it stands for so many that differ from it in their ids alone
  };
  std::vector<Item> items;
  std::int64_t count() const;  // of all that its items stand for
};

// One audit record; it travels in every answer.
struct Audit {
  std::string user_id;
  std::optional<std::string> agent_id;
  std::optional<std::string> reasoning;
};

// How a pending change stands, as answers show it.
struct ApprovalState {
  std::string id;
  std::string state;  // awaiting, confirmed_once, committed, rejected, expired, withdrawn, stale, denied
  Tier tier = Tier::medium;
  std::vector<std::string> reasons;  // why it waits
  std::int64_t expires_ms = 0;
  int confirmations_needed = 1;
  std::string min_assurance;  // "A1", "A2"
  std::string change_digest;  // hex
};

// What became of a call; the tool layer turns it into the domain's shape.
struct Outcome {
  Json data = Json::object();
  std::vector<std::string> warnings;
  std::optional<std::string> event_id;
  bool is_change = false;
  bool dry_run = false;
  bool replayed = false;
  std::optional<ApprovalState> approval;
  std::optional<Json> patches;  // ops as JSON, for previews and proposals
  std::optional<Json> files;    // [{path, size, before, after}], where some are written
  std::string workspace;        // the handle
  std::int64_t revision = 0;
  std::int64_t time_ms = 0;
  std::chrono::nanoseconds storing{};  // from when it was planned until it was durable
  Audit audit;
};

}  // namespace kernel
