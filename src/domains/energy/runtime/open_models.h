// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "domains/energy/engine/edit/lay.h"
#include "domains/energy/engine/model/model.h"
#include "domains/energy/engine/references/references.h"
#include "kernel/view.h"

namespace energy::runtime {

// A model that was read, with what is asked of it again and again. Immutable; what is expensive is made when it is
// first asked for. Thread-safe.
//
// An edited one stands on the file's: look-ups go to what was written over it and then to the file's own index, so that
// an edit costs as much as it touches.
class OpenModel {
 public:
  // The kernel's element of an object, by its number in the file.
  using Ids = std::function<std::string(std::size_t)>;
  using Bytes = std::function<base::Result<std::string>()>;

  // A model that was read as a whole. `bytes` are those of its file as it would be saved. `opened` is the digest of a
  // file that is as it was opened; edited models of the same file stand on such a one.
  OpenModel(engine::Model model, Ids ids, Bytes bytes, std::string opened = {});

  // What was written over one object of a file, or beside them.
  struct Piece {
    kernel::View::Written written;
    std::optional<std::size_t> number;  // of the file's object; nullopt: it is new
    std::shared_ptr<const engine::Patch> patch;
  };
  // The file's model with pieces laid over it; nullptr where engine::laid() gives none. `pieces` are in the order of
  // their ids, `added` has the numbers of those that are new in their order in the file.
  static std::shared_ptr<const OpenModel> over(std::shared_ptr<const OpenModel> file, std::vector<Piece> pieces,
                                               std::vector<std::size_t> added, Bytes bytes);

  const engine::Model& model() const { return model_; }
  // Of a model: that of its file as it was opened; nullptr: not known.
  static std::shared_ptr<const OpenModel> file_of(const std::shared_ptr<const OpenModel>& model);
  const std::vector<Piece>& pieces() const { return pieces_; }
  base::Result<std::string> bytes() const { return bytes_(); }
  // SHA-256 of the model's file as it would be saved, in hex.
  const std::string& digest() const;
  std::string id_of(const engine::Object& object) const;
  // Objects of a type, in the order of the file. Upper and lower case do not matter, here and in names.
  const std::vector<std::uint32_t>& of_type(std::string_view type) const;
  std::size_t find(std::string_view type, std::string_view name) const;  // SIZE_MAX: there is none
  // Whether any object has this name, or gives it to something that can be referred to.
  bool gives(std::string_view name) const;
  const engine::References& references() const;
  // All findings of engine::validate(), with references; and of engine::integrity().
  const engine::Findings& validation() const;
  const engine::Findings& integrity() const;
  // Objects whose name or texts hold `word`, upper and lower case alike, in the order of the file; of one type, or of
  // all.
  std::vector<std::uint32_t> search(std::string_view word, const engine::ObjectType* type, std::size_t limit) const;

 private:
  using Numbers = std::vector<std::uint32_t>;
  // The texts of objects in upper case, one after the other.
  struct Haystack {
    std::string text;
    std::vector<std::uint32_t> begins;  // of each object
    void add(const engine::Model& model, const engine::Object& object);
    void finish();
    // Each object that holds the word, by its place here, until `hit` gives false.
    void search(std::string_view upper, const std::function<bool(std::uint32_t)>& hit) const;
  };
  // Of the objects that are this model's own: all, or those that were written over the file's.
  struct Index {
    std::unordered_map<const engine::ObjectType*, Numbers> types;
    std::unordered_map<std::string, Numbers> names, given;  // in upper case; `given` by other fields
    void add(const engine::Model& model, std::uint32_t number);
  };
  const Index& index() const;
  const Haystack& haystack() const;
  // What became of an object of the file; nullopt: it is gone, or was written over.
  std::optional<std::uint32_t> kept(std::uint32_t number) const;
  Numbers all_of(const engine::ObjectType* type) const;

  const engine::Model model_;
  const Ids ids_;
  const Bytes bytes_;
  const std::string opened_;
  std::shared_ptr<const OpenModel> file_;
  std::vector<Piece> pieces_;
  std::vector<std::size_t> added_;  // of pieces_
  Numbers over_, gone_;             // the file's objects that were written over, and those removed; rising
  // Whether its look-ups go to the file's. Not where objects without names were removed: those that follow come to be
  // called otherwise.
  bool on_file_ = false;
  mutable std::once_flag indexed_, connected_, validated_, examined_, stacked_, digested_;
  mutable Index index_;
  mutable std::mutex types_mutex_;
  mutable std::unordered_map<const engine::ObjectType*, std::unique_ptr<const Numbers>> types_;
  mutable std::unique_ptr<const engine::References> references_;
  // The findings of validation, by what they look at.
  struct Checked {
    engine::Findings objects, references, geometry;
  };
  const Checked& checked() const;
  Checked checked_anew() const;
  bool gives_the_same_names() const;
  bool touches_geometry() const;
  // Findings of the file's model that still hold, and those of what was written over it, in the order of the objects.
  using Of = std::function<engine::Findings(std::size_t)>;
  engine::Findings renewed(const engine::Findings& findings, const Of& of) const;

  mutable std::once_flag checked_once_;
  mutable Checked checked_;
  mutable engine::Findings validation_, integrity_;
  mutable Haystack haystack_;
  mutable std::string digest_;
};

// The models that were asked for last, by what they were made from. Thread-safe.
class OpenModels {
 public:
  // The bytes that were opened, the version they are read as, and what was written since. Two are the same if they hold
  // the very same elements: an element never changes.
  struct State {
    std::string blob, version;
    std::vector<kernel::View::Written> written;
    friend bool operator==(const State& a, const State& b);
  };
  using Shared = std::shared_ptr<const OpenModel>;
  // `make` gets the last model of the same file, nullptr if there is none.
  base::Result<Shared> get(const State& state, const std::function<base::Result<Shared>(const Shared& last)>& make);

 private:
  static constexpr std::size_t kept = 4;
  static constexpr std::size_t kept_of_file = 2;  // the state now, and the one before or ahead
  Shared known(const State& state);
  Shared last_of(const State& state);

  std::mutex mutex_;
  std::list<std::pair<State, Shared>> list_;  // the last one asked for first
};

}  // namespace energy::runtime
