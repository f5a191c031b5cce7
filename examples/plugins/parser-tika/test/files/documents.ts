import { compoundFile } from "./compound-file.ts";
import { zipArchive } from "./zip-archive.ts";

const chapter = (title: string, text: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head>
   <body><h1>${title}</h1><p>${text}</p><ul><li>first point</li><li>second point</li></ul></body></html>`;

/** Two chapters. */
export const EPUB = zipArchive({
  mimetype: "application/epub+zip",
  "META-INF/container.xml": `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
    <rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
  "book.opf": `<?xml version="1.0"?><package version="2.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="id">
    <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>On pumps</dc:title><dc:creator>A. Engineer</dc:creator>
    <dc:language>en</dc:language><dc:identifier id="id">pumps-1</dc:identifier></metadata>
    <manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>
    <item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>
    <spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
  "a.xhtml": chapter("Seals", "The zirconium seal lasts nine years."),
  "b.xhtml": chapter("Valves", "A valve is opened by hand."),
});

const OFFICE = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"
  xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2"`;
const cells = (...texts: readonly string[]): string =>
  `<table:table-row>${texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join("")}</table:table-row>`;

/** A heading, a paragraph, a list and a table. */
export const ODT = zipArchive({
  mimetype: "application/vnd.oasis.opendocument.text",
  "META-INF/manifest.xml": `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
    <manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>
    <manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  "meta.xml": `<?xml version="1.0"?><office:document-meta ${OFFICE}><office:meta><dc:title>Spare parts</dc:title>
    <meta:initial-creator>B. Keeper</meta:initial-creator></office:meta></office:document-meta>`,
  "content.xml": `<?xml version="1.0"?><office:document-content ${OFFICE}><office:body><office:text>
    <text:h text:outline-level="2">Stock</text:h><text:p>Seals lie on the third shelf.</text:p>
    <text:list><text:list-item><text:p>count them in May</text:p></text:list-item></text:list>
    <table:table>${cells("part", "shelf")}${cells("valve", "7")}</table:table>
    </office:text></office:body></office:document-content>`,
});

const slide = (name: string, text: string): string =>
  `<draw:page draw:name="${name}"><draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`;

/** Two slides. */
export const ODP = zipArchive({
  mimetype: "application/vnd.oasis.opendocument.presentation",
  "META-INF/manifest.xml": `<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">
    <manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.presentation"/>
    <manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  "content.xml": `<?xml version="1.0"?><office:document-content xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" ${OFFICE}>
    <office:body><office:presentation>${slide("one", "Why pumps fail")}${slide("two", "How seals last")}</office:presentation>
    </office:body></office:document-content>`,
});

export const RTF = Buffer.from(
  String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0 Times;}}{\info{\title Minutes}{\author C. Clerk}}
\pard The board met in Gr\'f6nland.\par
\pard It bought a pump.\par}`,
  "latin1",
);

/** With few headers and an attachment. */
export const EML = Buffer.from(
  [
    "Subject: The new pump",
    "From: Dora Director <dora@example.org>",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="part"',
    "",
    "--part",
    "Content-Type: text/html; charset=utf-8",
    "",
    "<html><body><h2>Delivery</h2><p>The pump comes on Friday.</p></body></html>",
    "--part",
    "Content-Type: text/plain",
    'Content-Disposition: attachment; filename="checklist.txt"',
    "",
    "Count the seals.",
    "--part--",
    "",
  ].join("\r\n"),
);

const property = (id: string): string => `__substg1.0_${id}001F`;
const text = (value: string): Uint8Array => Buffer.from(value, "utf16le");

/** In Outlook's format: one stream per text property, and a table of the other properties. */
export const MSG = compoundFile({
  "__properties_version1.0": Buffer.alloc(32),
  [property("001A")]: text("IPM.Note"),
  [property("0037")]: text("Warranty of the pump"),
  [property("0C1A")]: text("Dora Director"),
  [property("1000")]: text("The warranty covers the pump for two years.\r\n\r\nKeep the invoice."),
});
