import { strToU8, zipSync } from "fflate";
import { MANUAL } from "../fixtures/manual.ts";

/** Parts of an Office file by name; text is XML without its declaration. */
export type OfficeParts = Readonly<Record<string, string | Uint8Array>>;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE_TYPES = "application/vnd.openxmlformats-officedocument.";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** Namespace of office relationships and of `r:id`. */
export const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Fixed, so that a fixture always has the same bytes. */
const WRITTEN_AT = new Date(2024, 2, 5, 10, 30);

/** Escapes text for element content and quoted attributes. */
export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

export const zipParts = (parts: OfficeParts): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        typeof part === "string" ? strToU8(DECLARATION + part) : part,
      ]),
    ),
    { mtime: WRITTEN_AT },
  );

/** Returns a relationships part with ids rId1, rId2 and so on. */
export const relationships = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

export const officeRelation = (type: string, target: string): readonly [string, string] => [
  `${RELATION}/${type}`,
  target,
];

/**
 * Returns the parts of every package other than its content: types, root relationships, properties. `types` are by part
 * name.
 */
export const packageFrame = (mainPart: string, types: Readonly<Record<string, string>>): OfficeParts => ({
  "[Content_Types].xml":
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    Object.entries(types)
      .map(([part, type]) => `<Override PartName="/${part}" ContentType="${OFFICE_TYPES}${type}+xml"/>`)
      .join("") +
    "</Types>",
  "_rels/.rels": relationships([
    officeRelation("officeDocument", mainPart),
    [`${PACKAGE}/relationships/metadata/core-properties`, "docProps/core.xml"],
  ]),
  "docProps/core.xml":
    `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escapeXml(MANUAL.title)}</dc:title><dc:creator>${escapeXml(MANUAL.author)}</dc:creator>` +
    `<dcterms:created xsi:type="dcterms:W3CDTF">${MANUAL.createdAt.replace(".000", "")}</dcterms:created>` +
    "</cp:coreProperties>",
});
