import { strToU8, zipSync } from "fflate";

const NAMESPACES = ["office", "text", "table", "draw", "presentation", "style", "meta", "manifest"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:dc="http://purl.org/dc/elements/1.1/"', 'xmlns:xlink="http://www.w3.org/1999/xlink"')
  .join(" ");
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

export type OdfKind = "text" | "spreadsheet" | "presentation" | "graphics";

const META = `<dc:creator>A. Writer</dc:creator><dc:title>Pump handbook</dc:title>
<meta:creation-date>2024-01-31T11:00:00Z</meta:creation-date><dc:date>2025-02-01T12:00:00Z</dc:date>
<meta:keyword>pumps</meta:keyword><meta:keyword>water</meta:keyword>`;

/** Builds an OpenDocument package. `body` is the content of the element of its kind. Parts can be replaced or added. */
export const odf = (kind: OdfKind, body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array => {
  const mediaType = `application/vnd.oasis.opendocument.${kind}`;
  const element = kind === "graphics" ? "drawing" : kind;
  const all: Readonly<Record<string, string>> = {
    mimetype: mediaType,
    "content.xml": `${DECLARATION}<office:document-content ${NAMESPACES}><office:body><office:${element}>${body}</office:${element}></office:body></office:document-content>`,
    "meta.xml": `${DECLARATION}<office:document-meta ${NAMESPACES}><office:meta>${META}</office:meta></office:document-meta>`,
    "META-INF/manifest.xml": `${DECLARATION}<manifest:manifest ${NAMESPACES}><manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/></manifest:manifest>`,
    ...parts,
  };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])));
};

export const heading = (text: string, level: number): string =>
  `<text:h text:outline-level="${level}">${text}</text:h>`;
export const paragraph = (text: string): string => `<text:p>${text}</text:p>`;

/** Builds a table of texts. */
export const table = (name: string, ...rows: readonly (readonly string[])[]): string =>
  `<table:table table:name="${name}">${rows
    .map(
      (cells) =>
        `<table:table-row>${cells.map((text) => `<table:table-cell office:value-type="string">${paragraph(text)}</table:table-cell>`).join("")}</table:table-row>`,
    )
    .join("")}</table:table>`;

const frame = (text: string): string => `<draw:frame><draw:text-box>${paragraph(text)}</draw:text-box></draw:frame>`;

export const slide = (title: string, text: string, notes = ""): string =>
  `<draw:page draw:name="${title}"><draw:frame presentation:class="title"><draw:text-box>${paragraph(title)}</draw:text-box></draw:frame>${frame(text)}${
    notes === "" ? "" : `<presentation:notes>${frame(notes)}</presentation:notes>`
  }</draw:page>`;

export const manualOdt = odf(
  "text",
  heading("Pump handbook", 1) +
    paragraph(
      "The pump lifts water by twelve metres.<text:note text:note-class='footnote'><text:note-citation>1</text:note-citation><text:note-body><text:p>Measured at sea level.</text:p></text:note-body></text:note>",
    ) +
    heading("Parts", 2) +
    table("Parts", ["Part", "Price"], ["Valve", "12.50"], ["Seal", "0.30"]),
);

export const manualOds = odf(
  "spreadsheet",
  table("Prices", ["Part", "Price"], ["Valve", "12.50"]) +
    table("Far", ["Text", "Note"], ["Seal", "The warranty lasts two years."]),
);

export const manualOdp = odf(
  "presentation",
  slide("Pump handbook", "It lifts water by twelve metres.") +
    slide("Care", "Clean the filter once a month.", "Show the filter here."),
);

export const manualOdg = odf(
  "graphics",
  `<draw:page draw:name="One">${frame("The valve stands above the seal.")}</draw:page>`,
);

export const manualRtf = new TextEncoder().encode(
  String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}}{\stylesheet{\s1 heading 1;}}
{\pard\s1\outlinelevel0 Pump handbook\par}
{\pard The pump lifts water by twelve metres, and caf\'e9s \u8364?uros.\par}
{\trowd\cellx2000\cellx4000\pard\intbl Part\cell Price\cell\row}
{\trowd\cellx2000\cellx4000\pard\intbl Valve\cell 12.50\cell\row}
{\pard The warranty lasts two years.\par}}`,
);
