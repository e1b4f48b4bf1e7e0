// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// Documents as they are met: each with the same content and other habits.
namespace sample {

// Two-space indentation, a declaration, comments and an instruction.
inline const std::string pretty = R"(<?xml version="1.0" encoding="utf-8"?>
<!-- made by hand -->
<environment xmlns="https://admin-shell.io/aas/3/0">
  <assetAdministrationShells>
    <assetAdministrationShell>
      <id>urn:shell:1</id>
      <assetInformation>
        <assetKind>Instance</assetKind>
        <globalAssetId>urn:asset:1</globalAssetId>
      </assetInformation>
    </assetAdministrationShell>
  </assetAdministrationShells>
  <submodels>
    <!-- the nameplate -->
    <submodel>
      <idShort>Nameplate</idShort>
      <description>
        <langStringTextType>
          <language>en</language>
          <text>Plate &amp; name
second line</text>
        </langStringTextType>
        <langStringTextType>
          <language>de</language>
          <text><![CDATA[Schild <Name>]]></text>
        </langStringTextType>
      </description>
      <id>urn:submodel:1</id>
      <semanticId>
        <type>ExternalReference</type>
        <keys>
          <key>
            <type>GlobalReference</type>
            <value>0173-1#01-AHF578#001</value>
          </key>
        </keys>
      </semanticId>
      <submodelElements>
        <property>
          <idShort>Weight</idShort>
          <valueType>xs:double</valueType>
          <value>1.0</value>
        </property>
        <!-- dimensions -->
        <submodelElementCollection>
          <idShort>Size</idShort>
          <value>
            <property>
              <idShort>Height</idShort>
              <valueType>xs:int</valueType>
              <value>007</value>
            </property>
            <property>
              <idShort>Width</idShort>
              <valueType>xs:int</valueType>
              <value/>
            </property>
            <?keep this?>
          </value>
        </submodelElementCollection>
        <submodelElementList>
          <idShort>Marks</idShort>
          <orderRelevant>1</orderRelevant>
          <typeValueListElement>Property</typeValueListElement>
          <valueTypeListElement>xs:string</valueTypeListElement>
          <value>
            <property><valueType>xs:string</valueType><value>a</value></property>
            <property><valueType>xs:string</valueType><value>b</value></property>
          </value>
        </submodelElementList>
        <operation>
          <idShort>Start</idShort>
          <inputVariables>
            <operationVariable>
              <value>
                <range>
                  <idShort>Limits</idShort>
                  <valueType>xs:int</valueType>
                  <min>1</min>
                  <max>2</max>
                </range>
              </value>
            </operationVariable>
          </inputVariables>
        </operation>
        <blob>
          <idShort>Icon</idShort>
          <value>AAEC AwQ=</value>
          <contentType>image/png</contentType>
        </blob>
      </submodelElements>
    </submodel>
    <submodel>
      <idShort>Empty</idShort>
      <id>urn:submodel:2</id>
    </submodel>
  </submodels>
  <conceptDescriptions>
    <conceptDescription>
      <id>urn:concept:1</id>
      <embeddedDataSpecifications>
        <embeddedDataSpecification>
          <dataSpecification>
            <type>ExternalReference</type>
            <keys><key><type>GlobalReference</type><value>urn:iec</value></key></keys>
          </dataSpecification>
          <dataSpecificationContent>
            <dataSpecificationIec61360>
              <preferredName>
                <langStringPreferredNameTypeIec61360>
                  <language>en</language>
                  <text>Weight</text>
                </langStringPreferredNameTypeIec61360>
              </preferredName>
              <unit>kg</unit>
            </dataSpecificationIec61360>
          </dataSpecificationContent>
        </embeddedDataSpecification>
      </embeddedDataSpecifications>
    </conceptDescription>
  </conceptDescriptions>
</environment>
)";

inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// As the AASX Package Explorer writes: a byte order mark, no declaration, CR LF. The file does not end with a line end.
inline std::string explorer() {
  std::string text = pretty.substr(pretty.find("<environment"));
  text.pop_back();
  return "\xEF\xBB\xBF" + replaced(text, "\n", "\r\n");
}
// Every element with a prefix, tabs.
inline std::string prefixed() {
  std::string text = replaced(replaced(pretty, "</", "</aas:"), "  ", "\t");
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '<' && i + 1 < text.size() && text[i + 1] >= 'a' && text[i + 1] <= 'z') result += "aas:";
  }
  return replaced(result, "xmlns=", "xmlns:aas=");
}
// All in one line.
inline std::string compact() {
  std::string result;
  bool white = false;
  for (const char c : replaced(pretty, "\nsecond", " second")) {
    const bool is_white = c == '\n' || (white && c == ' ');
    if (!is_white) result += c;
    white = is_white;
  }
  return result;
}
// The same in 3.1.
inline std::string of_3_1() { return replaced(pretty, "aas/3/0", "aas/3/1"); }

}  // namespace sample
