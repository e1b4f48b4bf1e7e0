// SPDX-License-Identifier: Apache-2.0
#include "domains/ids/engine/library/sheet_words.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"
#include "formats/ifc/version.h"

namespace ids::engine {
namespace {

constexpr std::string_view no_break_space = "\xC2\xA0", byte_order_mark = "\xEF\xBB\xBF";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Headings and words without what people vary: case, blanks, punctuation. Bytes of other scripts stay.
std::string folded(std::string_view text) {
  std::string out;
  for (const char c : cleaned(text)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
    if (letter || is_digit(c)) out += base::lower_ascii(std::string_view(&c, 1));
  }
  return out;
}

struct Words {
  std::string_view meaning;
  std::string_view words;  // folded, separated by blanks
};

bool has_word(std::string_view words, std::string_view word) {
  const auto all = base::split(words, ' ');
  return std::find(all.begin(), all.end(), word) != all.end();
}

std::optional<std::string> meaning_of(std::string_view cell, std::span<const Words> table) {
  const std::string word = folded(cell);
  if (word.empty()) return std::nullopt;
  for (const auto& one : table)
    if (has_word(one.words, word)) return std::string(one.meaning);
  return std::nullopt;
}

// In the order of Column: the heading we write, then what else people write.
constexpr std::array<Words, column_count> headings{{
    {"Spec. no.", "specno specificationno specificationnumber specnr spezifikationsnr spezifikationsnummer"},
    {"Specification",
     "specification spec specificationname specname rule rulename usecase spezifikation regel "
     "anwendungsfall anforderungsname requirementname titel title"},
    {"Identifier", "identifier id specid specificationid code ruleid requirementid kennung kennzeichen regelid"},
    {"IFC versions", "ifcversions ifcversion ifc ifcschema schema schemaversion version versionen ifcversionen"},
    {"Occurrence", "occurrence occurs specificationcardinality speccardinality speccard vorkommen"},
    {"Description", "description beschreibung erläuterung why warum begründung"},
    {"Instructions", "instructions instruction anweisung anweisungen how hinweis hinweise note notes bemerkung"},
    {"Requirements description", "requirementsdescription beschreibungderanforderungen"},
    {"Part", "part section location applicabilityorrequirement bereich teil abschnitt"},
    {"Facet", "facet facettype facettyp kind art typederanforderung facette"},
    {"Entity",
     "entity entities ifcentity ifcclass ifcentität class klasse element elements object objekt entität "
     "entitaet ifcklasse ifcelement bauteil bauelement appliesto giltfür"},
    {"Predefined type", "predefinedtype predefined ifcpredefinedtype enumtype vordefiniertertyp typ subtype"},
    {"Property set",
     "propertyset pset psetname propertysetname ifcpropertyset ifcpset psets merkmalgruppe "
     "merkmalsgruppe eigenschaftensatz eigenschaftssatz eigenschaftengruppe quantityset qto"},
    {"Property",
     "property propertyname basename properties ifcproperty parameter merkmal merkmalname merkmalsname "
     "eigenschaft eigenschaftsname quantity"},
    {"Attribute", "attribute attributename ifcattribute attribut attributname"},
    {"Data type",
     "datatype ifcdatatype ifctype measure valuetype propertytype datentyp wertetyp werttyp format "
     "einheitentyp"},
    {"Value",
     "value values allowedvalues permittedvalues restriction range wert werte zulässigewerte wertebereich "
     "erlaubtewerte wertevorrat"},
    {"System",
     "system classificationsystem classificationsource klassifikationssystem klassifikation "
     "klassifizierungssystem klassifizierung"},
    {"Classification",
     "classification classificationcode classificationvalue classcode klassifikationscode "
     "klassifizierungscode klassifikationswert"},
    {"Material", "material materialname baustoff werkstoff materialien"},
    {"Relation", "relation relationship ifcrelation ifcrelationship beziehung relationtype"},
    {"Cardinality",
     "cardinality required mandatory obligation requirement requirementlevel optionality kardinalität "
     "pflicht pflichtfeld verbindlichkeit anforderung erforderlich muss"},
    {"Facet instructions",
     "facetinstructions requirementinstructions propertyinstructions anweisungzumerkmal comment "
     "comments kommentar"},
    {"URI", "uri url link bsdd bsdduri bsddlink"},
}};

constexpr std::array<Words, 3> cardinalities{{
    {"required",
     "required mandatory pflicht muss must shall yes ja x true wahr 1 m erforderlich verpflichtend "
     "notwendig r obligatory pflichtangabe ✓ ✔"},
    {"optional",
     "optional may can kann no nein false falsch 0 o freiwillig ifavailable fallsvorhanden "
     "wennvorhanden"},
    {"prohibited",
     "prohibited forbidden mustnot shallnot verboten unzulässig darfnicht nichterlaubt notallowed "
     "nichtzulässig"},
}};

constexpr std::array<Words, 2> parts{{
    {"applicability",
     "applicability appliesto applies applicable if filter selector anwendbarkeit anwendung "
     "giltfür geltung geltungsbereich wenn"},
    {"requirements", "requirement requirements requires require then anforderung anforderungen fordert dann soll"},
}};

constexpr std::array<Words, 6> facets{{
    {"entity", "entity ifcentity class klasse entität entitaet ifcklasse"},
    {"partOf", "partof part teilvon spatial relation beziehung"},
    {"classification", "classification klassifikation klassifizierung"},
    {"attribute", "attribute attribut"},
    {"property", "property merkmal eigenschaft quantity parameter"},
    {"material", "material baustoff werkstoff"},
}};

constexpr std::array<Words, 10> data_types{{
    {"IFCLABEL", "label string shorttext kurztext zeichenkette text char"},
    {"IFCTEXT", "longtext langtext multiline memo"},
    {"IFCIDENTIFIER", "identifier identifikator"},
    {"IFCBOOLEAN", "boolean bool yesno janein wahrfalsch truefalse"},
    {"IFCINTEGER", "integer int ganzzahl wholenumber"},
    {"IFCREAL", "real double float number decimal zahl dezimalzahl gleitkommazahl kommazahl"},
    {"IFCLENGTHMEASURE", "length länge"},
    {"IFCAREAMEASURE", "area fläche"},
    {"IFCVOLUMEMEASURE", "volume volumen"},
    {"IFCDATE", "date datum"},
}};

constexpr std::array<Words, 5> relations{{
    {"IFCRELAGGREGATES", "aggregates aggregated aggregation aggregate"},
    {"IFCRELNESTS", "nests nested nesting"},
    {"IFCRELCONTAINEDINSPATIALSTRUCTURE", "contained containedin containment enthalten enthaltenin spatial"},
    {"IFCRELASSIGNSTOGROUP", "group groups assigned assignedtogroup gruppe"},
    {"IFCRELVOIDSELEMENT IFCRELFILLSELEMENT", "fills voids fillsvoids füllt öffnung"},
}};

// XML 1.0, 4.1: character references, here for what a cell cannot carry.
void append_quoted(std::string& out, std::string_view text, std::size_t at) {
  const char c = text[at];
  const bool reference = c == '&' && at + 1 < text.size() && text[at + 1] == '#';
  if (c == '"')
    out += "\"\"";
  else if (reference || has_control(text.substr(at, 1)))
    out += "&#" + std::to_string(static_cast<unsigned char>(c)) + ";";
  else
    out += c;
}

// "&#13;" at `at`: the character, and `at` moved behind it.
std::optional<char> reference(std::string_view text, std::size_t& at) {
  if (text.substr(at, 2) != "&#") return std::nullopt;
  const std::size_t end = text.find(';', at);
  if (end == std::string_view::npos || end - at > 5) return std::nullopt;
  unsigned number = 0;
  const auto digits = text.substr(at + 2, end - at - 2);
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc{} || stop != digits.data() + digits.size() || number > 127) return std::nullopt;
  at = end + 1;
  return static_cast<char>(number);
}

// One word of a cell of versions: "IFC4.3" and "4x3" alike. Empty: says nothing ("TC1"); none: unknown.
std::optional<std::string> version_word(std::string_view word) {
  std::string name = base::upper_ascii(word);
  std::replace(name.begin(), name.end(), '.', 'X');
  if (name.starts_with("IFC")) name.erase(0, 3);
  if (name.starts_with('-') || name.starts_with('_')) name.erase(0, 1);
  if (name.empty() || name.starts_with("ADD") || name.starts_with("TC") || name == "AND" || name == "UND") return "";
  if (name.starts_with("2X3")) return std::string(text(formats::ifc::Version::ifc2x3));
  if (name.starts_with("4X3")) return std::string(text(formats::ifc::Version::ifc4x3_add2));
  if (name == "4" || name.starts_with("4_") || name == "4X0" || name.starts_with("4ADD")) {
    return std::string(text(formats::ifc::Version::ifc4));
  }
  return std::nullopt;
}

}  // namespace

std::string_view cleaned(std::string_view cell) {
  for (bool more = true; more && !cell.empty();) {
    more = false;
    if (is_blank(cell.front()))
      more = true, cell.remove_prefix(1);
    else if (cell.starts_with(no_break_space))
      more = true, cell.remove_prefix(no_break_space.size());
    else if (cell.starts_with(byte_order_mark))
      more = true, cell.remove_prefix(byte_order_mark.size());
  }
  for (bool more = true; more && !cell.empty();) {
    more = false;
    if (is_blank(cell.back()))
      more = true, cell.remove_suffix(1);
    else if (cell.ends_with(no_break_space))
      more = true, cell.remove_suffix(no_break_space.size());
  }
  return cell;
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte == 0x7F;
  });
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size(); ++at) append_quoted(out, text, at);
  return out + "\"";
}

std::optional<std::size_t> quoted_end(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '"') return std::nullopt;
  for (++at; at < text.size(); ++at) {
    if (text[at] != '"') continue;
    if (at + 1 < text.size() && text[at + 1] == '"')
      ++at;
    else
      return at + 1;
  }
  return std::nullopt;
}

std::optional<std::string> unquoted(std::string_view cell) {
  cell = cleaned(cell);
  const auto end = quoted_end(cell, 0);
  if (!end || *end != cell.size()) return std::nullopt;
  const auto inside = cell.substr(1, cell.size() - 2);
  std::string out;
  for (std::size_t at = 0; at < inside.size();) {
    if (const auto character = reference(inside, at)) {
      out += *character;
      continue;
    }
    out += inside[at];
    at += inside[at] == '"' ? 2 : 1;  // quoted_end found them in pairs
  }
  return out;
}

std::string exact_cell(std::string_view text,
                       const std::function<std::optional<std::string>(std::string_view)>& reads_as) {
  if (text.empty()) return "";
  const bool plain = !has_control(text) && !unquoted(text) && reads_as(text) == text;
  return plain ? std::string(text) : quoted(text);
}

std::string text_cell(std::string_view text) {
  return exact_cell(text, [](std::string_view cell) { return std::string(cleaned(cell)); });
}

std::string text_from_cell(std::string_view cell) {
  if (auto text = unquoted(cell)) return *std::move(text);
  return std::string(cleaned(cell));
}

std::string_view heading(Column column) { return headings[static_cast<std::size_t>(column)].meaning; }

std::optional<Column> column_headed(std::string_view heading) {
  if (heading.size() > 100) return std::nullopt;
  const std::string word = folded(heading);
  if (word.empty()) return std::nullopt;
  for (std::size_t i = 0; i < headings.size(); ++i)
    if (has_word(headings[i].words, word)) return static_cast<Column>(i);
  return std::nullopt;
}

std::vector<std::string> known_headings() {
  std::vector<std::string> all;
  for (const auto& one : headings) all.emplace_back(one.meaning);
  return all;
}

std::optional<std::string> cardinality_word(std::string_view cell) { return meaning_of(cell, cardinalities); }

std::optional<bool> yes_or_no(std::string_view cell) {
  static constexpr std::array<Words, 2> words{{{"yes", "yes ja x true wahr y j"}, {"no", "no nein false falsch n"}}};
  const auto word = meaning_of(cell, words);
  if (!word) return std::nullopt;
  return *word == "yes";
}

std::optional<Part> part_word(std::string_view cell) {
  const auto word = meaning_of(cell, parts);
  if (!word) return std::nullopt;
  return *word == "applicability" ? Part::applicability : Part::requirements;
}

std::optional<std::string> facet_word(std::string_view cell) { return meaning_of(cell, facets); }

std::string data_type_word(std::string_view cell) {
  const auto word = meaning_of(cell, data_types);
  return word ? *word : base::upper_ascii(cleaned(cell));
}

std::string relation_word(std::string_view cell) {
  const auto word = meaning_of(cell, relations);
  return word ? *word : base::upper_ascii(cleaned(cell));
}

std::optional<std::vector<std::string>> version_words(std::string_view cell) {
  std::string text(cell);
  for (char& c : text)
    if (std::string_view(",;/+&|\n\t\r").find(c) != std::string_view::npos) c = ' ';
  std::vector<std::string> versions;
  for (const auto word : base::split(text, ' ')) {
    const auto version = version_word(cleaned(word));
    if (!version) return std::nullopt;
    if (!version->empty() && std::find(versions.begin(), versions.end(), *version) == versions.end())
      versions.push_back(*version);
  }
  return versions;
}

}  // namespace ids::engine
