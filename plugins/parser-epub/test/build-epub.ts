import { strToU8, zipSync } from "fflate";

const CONTAINER =
  '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

export const chapter = (body: string, title = "A chapter's own title"): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="fr"><head><title>${title}</title></head><body>${body}</body></html>`;

export interface BookOptions {
  /** XML elements of the package's metadata. */
  readonly metadata?: string;
  /** Names of the chapters in the spine. Default: all, in their order. */
  readonly spine?: readonly string[];
  /** Additional parts, or replacements for others. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Whether the entries are stored uncompressed. */
  readonly stored?: boolean;
}

const METADATA = `<dc:title>Pump handbook</dc:title><dc:creator>A. Writer</dc:creator><dc:creator>B. Drawer</dc:creator>
<dc:language>en-GB</dc:language><dc:date>2024-01-31</dc:date><dc:subject>pumps</dc:subject><dc:subject>water</dc:subject>
<meta property="dcterms:modified">2025-02-01T12:00:00Z</meta>`;

/** Builds an e-book from chapters, by name without extension. */
export const epub = (chapters: Readonly<Record<string, string>>, options: BookOptions = {}): Uint8Array => {
  const { metadata = METADATA, spine = Object.keys(chapters), parts = {}, stored = false } = options;
  const items = Object.keys(chapters).map(
    (name) =>
      `<item id="${name}" href="text/${encodeURIComponent(name)}.xhtml" media-type="application/xhtml+xml"${name === "nav" ? ' properties="nav"' : ""}/>`,
  );
  const all: Readonly<Record<string, string>> = {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": CONTAINER,
    "OEBPS/book.opf": `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata><manifest>${items.join("")}<item id="cover" href="cover.svg" media-type="image/svg+xml"/></manifest><spine><itemref idref="cover"/>${spine.map((name) => `<itemref idref="${name}"/>`).join("")}</spine></package>`,
    ...Object.fromEntries(Object.entries(chapters).map(([name, text]) => [`OEBPS/text/${name}.xhtml`, text])),
    ...parts,
  };
  const bytes = Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)]));
  return zipSync(bytes, { level: stored ? 0 : 6 });
};

export const handbook = epub(
  {
    nav: chapter("<nav><ol><li>Parts</li><li>Care</li></ol></nav>"),
    care: chapter("<h1>Care</h1><p>Clean the filter once a month.</p>"),
    "the parts": chapter(
      "<h1>Parts</h1><table><tr><th>Part</th><th>Price</th></tr><tr><td>Valve</td><td>12.50</td></tr></table><h2>Seals</h2><p>Seals last two years.</p>",
    ),
  },
  { spine: ["nav", "the parts", "care", "the parts"] },
);
