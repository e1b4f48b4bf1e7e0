// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "formats/xml/reader.h"

// A quick way through plain documents: UTF-8, one namespace, elements and text. Most files of programs are like that,
// and expat takes most of the time of reading one.
namespace formats::xml {

// What is told, in the order of the document. Each gives false to end the reading.
class PlainSink {
 public:
  virtual ~PlainSink() = default;
  virtual bool start(const Name& name, Span tag) = 0;
  virtual bool text(std::string_view text) = 0;  // a piece, as Reader gives it
  virtual bool end(Span tag) = 0;                // of an empty element: no bytes, behind it
};

// True if all of it was told, which is then what Reader tells of a document with the same limits. False: it is not
// plain, not well-formed, too large, or the sink has ended it; what was told does not count, and Reader knows the
// reason. Not plain are other encodings, document types, instructions, CDATA, attributes, names beyond ASCII, further
// namespaces.
bool read_plain(std::string_view bytes, PlainSink& sink, const Limits& limits = {});

}  // namespace formats::xml
