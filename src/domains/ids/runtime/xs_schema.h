// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ids::runtime {

// What ids.xsd takes from the namespace of XML Schema, in our own words: <xs:restriction> of simple types and the
// attributes minOccurs and maxOccurs (XML Schema Part 1, 3.14.2 and 3.9.2). Given to libxml2 in place of the file on
// the web that ids.xsd names.
inline constexpr const char* xs_schema = R"xsd(<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:attributeGroup name="occurs">
    <xs:attribute name="minOccurs" type="xs:nonNegativeInteger" default="1"/>
    <xs:attribute name="maxOccurs" type="xs:countOrUnbounded" default="1"/>
  </xs:attributeGroup>
  <xs:simpleType name="countOrUnbounded">
    <xs:union memberTypes="xs:nonNegativeInteger">
      <xs:simpleType>
        <xs:restriction base="xs:NMTOKEN"><xs:enumeration value="unbounded"/></xs:restriction>
      </xs:simpleType>
    </xs:union>
  </xs:simpleType>

  <xs:complexType name="noted">
    <xs:sequence><xs:element ref="xs:annotation" minOccurs="0"/></xs:sequence>
    <xs:attribute name="id" type="xs:ID"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>
  <xs:element name="annotation">
    <xs:complexType>
      <xs:choice minOccurs="0" maxOccurs="unbounded">
        <xs:element name="appinfo" type="xs:anyNotes"/>
        <xs:element name="documentation" type="xs:anyNotes"/>
      </xs:choice>
      <xs:attribute name="id" type="xs:ID"/>
      <xs:anyAttribute namespace="##other" processContents="lax"/>
    </xs:complexType>
  </xs:element>
  <xs:complexType name="anyNotes" mixed="true">
    <xs:sequence minOccurs="0" maxOccurs="unbounded"><xs:any processContents="lax"/></xs:sequence>
    <xs:attribute name="source" type="xs:anyURI"/>
    <xs:anyAttribute namespace="##other" processContents="lax"/>
  </xs:complexType>

  <xs:complexType name="plainFacet">
    <xs:complexContent>
      <xs:extension base="xs:noted"><xs:attribute name="value" type="xs:anySimpleType" use="required"/></xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:complexType name="fixableFacet">
    <xs:complexContent>
      <xs:extension base="xs:plainFacet"><xs:attribute name="fixed" type="xs:boolean" default="false"/></xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:complexType name="countFacet">
    <xs:complexContent>
      <xs:extension base="xs:noted">
        <xs:attribute name="value" type="xs:nonNegativeInteger" use="required"/>
        <xs:attribute name="fixed" type="xs:boolean" default="false"/>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:complexType name="digitsFacet">
    <xs:complexContent>
      <xs:extension base="xs:noted">
        <xs:attribute name="value" type="xs:positiveInteger" use="required"/>
        <xs:attribute name="fixed" type="xs:boolean" default="false"/>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:complexType name="patternFacet">
    <xs:complexContent>
      <xs:extension base="xs:noted"><xs:attribute name="value" type="xs:string" use="required"/></xs:extension>
    </xs:complexContent>
  </xs:complexType>
  <xs:complexType name="whiteSpaceFacet">
    <xs:complexContent>
      <xs:extension base="xs:noted">
        <xs:attribute name="value" use="required">
          <xs:simpleType>
            <xs:restriction base="xs:NMTOKEN">
              <xs:enumeration value="preserve"/><xs:enumeration value="replace"/><xs:enumeration value="collapse"/>
            </xs:restriction>
          </xs:simpleType>
        </xs:attribute>
        <xs:attribute name="fixed" type="xs:boolean" default="false"/>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>

  <xs:group name="anyFacet">
    <xs:choice>
      <xs:element name="minExclusive" type="xs:fixableFacet"/>
      <xs:element name="minInclusive" type="xs:fixableFacet"/>
      <xs:element name="maxExclusive" type="xs:fixableFacet"/>
      <xs:element name="maxInclusive" type="xs:fixableFacet"/>
      <xs:element name="totalDigits" type="xs:digitsFacet"/>
      <xs:element name="fractionDigits" type="xs:countFacet"/>
      <xs:element name="length" type="xs:countFacet"/>
      <xs:element name="minLength" type="xs:countFacet"/>
      <xs:element name="maxLength" type="xs:countFacet"/>
      <xs:element name="enumeration" type="xs:plainFacet"/>
      <xs:element name="whiteSpace" type="xs:whiteSpaceFacet"/>
      <xs:element name="pattern" type="xs:patternFacet"/>
    </xs:choice>
  </xs:group>
  <xs:element name="restriction">
    <xs:complexType>
      <xs:complexContent>
        <xs:extension base="xs:noted">
          <xs:sequence>
            <xs:element name="simpleType" type="xs:innerSimpleType" minOccurs="0"/>
            <xs:group ref="xs:anyFacet" minOccurs="0" maxOccurs="unbounded"/>
          </xs:sequence>
          <xs:attribute name="base" type="xs:QName"/>
        </xs:extension>
      </xs:complexContent>
    </xs:complexType>
  </xs:element>
  <xs:complexType name="innerSimpleType">
    <xs:complexContent>
      <xs:extension base="xs:noted">
        <xs:choice>
          <xs:element ref="xs:restriction"/>
          <xs:element name="list">
            <xs:complexType>
              <xs:complexContent>
                <xs:extension base="xs:noted">
                  <xs:sequence><xs:element name="simpleType" type="xs:innerSimpleType" minOccurs="0"/></xs:sequence>
                  <xs:attribute name="itemType" type="xs:QName"/>
                </xs:extension>
              </xs:complexContent>
            </xs:complexType>
          </xs:element>
          <xs:element name="union">
            <xs:complexType>
              <xs:complexContent>
                <xs:extension base="xs:noted">
                  <xs:sequence><xs:element name="simpleType" type="xs:innerSimpleType" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
                  <xs:attribute name="memberTypes">
                    <xs:simpleType><xs:list itemType="xs:QName"/></xs:simpleType>
                  </xs:attribute>
                </xs:extension>
              </xs:complexContent>
            </xs:complexType>
          </xs:element>
        </xs:choice>
      </xs:extension>
    </xs:complexContent>
  </xs:complexType>
</xs:schema>
)xsd";

// Imported by ids.xsd, which uses nothing of them.
inline constexpr const char* xml_schema =
    R"(<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace"/>)";
inline constexpr const char* xsi_schema =
    R"(<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2001/XMLSchema-instance"/>)";

}  // namespace ids::runtime
