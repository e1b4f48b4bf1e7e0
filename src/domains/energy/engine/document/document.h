// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "domains/energy/engine/types/types.h"
#include "formats/epjson/file.h"
#include "formats/idf/file.h"
#include "formats/idf/schema.h"

// A model's file as a list of objects, each of which can be changed, removed or added to, and written back with
// everything else as it was. Knows the two formats, and of the objects what needs no schema.
namespace energy::engine {

enum class Format : std::uint8_t { idf, epjson };
std::string_view name(Format format);  // "idf", "epjson"
// By how a file's name ends; nullopt: it does not say.
std::optional<Format> format_of_name(std::string_view path);

// One object as it is kept: of an IDF file {type, fields: [texts of the slots]}, of an epJSON file {type, key, value}.
// The type has the schema's spelling where it is known.
class Source {
 public:
  using IdfFile = std::shared_ptr<const formats::idf::File>;
  using EpjsonFile = std::shared_ptr<const formats::epjson::File>;

  // Fails on what is neither format, and above their limits. Broken objects are problems of the file, not failures.
  static base::Result<Source> read(std::string bytes);

  Format format() const { return std::holds_alternative<IdfFile>(file_) ? Format::idf : Format::epjson; }
  const std::string& bytes() const;
  const std::variant<IdfFile, EpjsonFile>& file() const { return file_; }
  // What the file says; "" where it does not.
  const std::string& version_text() const { return version_text_; }

  std::size_t size() const { return format() == Format::idf ? idf().objects().size() : places_.size(); }
  std::string_view type(std::size_t object) const;   // as written
  const TypeFacts* facts(std::size_t object) const;  // nullptr: unknown
  base::Json body(std::size_t object) const;
  // The zones that an object names, or is, as the zones themselves spell them.
  std::vector<std::string> zones(std::size_t object) const;

 private:
  const formats::idf::File& idf() const { return *std::get<IdfFile>(file_); }
  const base::Json& root() const { return std::get<EpjsonFile>(file_)->root(); }
  std::string_view text_of(std::size_t object, const TypeFacts::ZoneField& field) const;
  std::string_view name_of(std::size_t object) const;
  void index();

  std::variant<IdfFile, EpjsonFile> file_;
  std::string version_text_;
  Version version_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;  // of epJSON: which type, which object
  std::vector<std::string> zones_;
};

// What became of a file's objects.
struct Overlay {
  std::vector<std::pair<std::size_t, const base::Json*>> changed;  // by number; null: removed
  std::vector<const base::Json*> added;                            // in this order
};

// The file with that laid over it; without any, its bytes. Objects keep their order, new ones come last: of an IDF file
// at its end, of an epJSON file after the others of their type. Fails where a type is not in the schema.
base::Result<std::string> laid_over(const Source& source, const Overlay& overlay, const formats::idf::Schema& schema);

// What stands in a slot: the last value in it, as it was written.
std::string_view slot_text(const formats::idf::File& file, formats::idf::File::Slot slot);
// Bytes that are not UTF-8 become U+FFFD.
std::string utf8_of(std::string_view text);
// A file that was written as ISO 8859-1, in UTF-8. Fails for one that is UTF-8 already: that would spoil it.
base::Result<std::string> from_latin_1(std::string_view bytes);
// Where an object's text is not UTF-8, which EnergyPlus refuses; 0: nowhere. Comments do not count.
std::size_t first_line_not_utf8(const Source& source);
// What people call an object by its body: its name, or else its type.
std::string label_of(const base::Json& body);

}  // namespace energy::engine
