import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParsedDocumentInfo, type ParserLimits } from "@quarry/plugin";
import { parserEventProblems } from "@quarry/plugin-testkit";
import { Schema } from "effect";
import { expect, test } from "vitest";
import plugin from "../src/index.ts";
import { chapter, epub, handbook } from "./build-epub.ts";

const read = async (bytes: Uint8Array, limits: Partial<ParserLimits> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), "quarry-epub-"));
  try {
    const path = join(folder, "file");
    await writeFile(path, bytes);
    const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)({}));
    const source = { path, size: bytes.length, filename: "book.epub", fileType: "epub" };
    const events = [];
    for await (const event of parser.parse(source, { ...DEFAULT_PARSER_LIMITS, ...limits })) events.push(event);
    expect(parserEventProblems(events)).toEqual([]);
    return {
      info: Object.assign(
        {},
        ...events.map((event) => (event.type === "info" ? event.info : {})),
      ) as ParsedDocumentInfo,
      texts: events.flatMap((event) => (event.type === "block" ? [event.block.text] : [])),
      tables: new Set(events.flatMap((event) => (event.type === "block" ? (event.block.tableId ?? []) : []))).size,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const refusal = (bytes: Uint8Array, limits: Partial<ParserLimits> = {}) =>
  read(bytes, limits).then(
    ({ texts }) => ({ texts }),
    (error: unknown) => ({ reason: (error as { reason?: string }).reason, message: (error as Error).message }),
  );

test("chapters are read in spine order, each once, without the table of contents", async () => {
  const { texts, info } = await read(handbook);
  expect(texts).toEqual([
    "Parts",
    "Part | Price",
    "Valve | 12.50",
    "Seals",
    "Seals last two years.",
    "Care",
    "Clean the filter once a month.",
  ]);
  expect(info).toEqual({
    title: "Pump handbook",
    author: "A. Writer, B. Drawer",
    language: "en-GB",
    createdAt: "2024-01-31T00:00:00.000Z",
    modifiedAt: "2025-02-01T12:00:00.000Z",
    keywords: ["pumps", "water"],
  });
});

test("self-closing elements swallow no content; tables of different chapters are separate", async () => {
  const table = "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>";
  const closed = chapter(`<p id="x"/><a id="y"/><script src="a.js"/><p>Still here.</p>${table}`).replace(
    /<title>.*<\/title>/,
    "<title/>",
  );
  const { texts, tables } = await read(epub({ one: closed, two: chapter(table) }));
  expect(texts[0]).toBe("Still here.");
  expect(tables).toBe(2);
});

test("a missing chapter causes a warning; an unclosed one is read to its end", async () => {
  const { info, texts } = await read(
    epub({ one: chapter("<p>One.</p>"), two: "<html><body><p>Two" }, { parts: { "OEBPS/book.opf": OPF } }),
  );
  expect(texts).toEqual(["One.", "Two"]);
  expect(info.warnings).toEqual(["1 of 3 chapters are missing in the file."]);
});

const OPF =
  '<package><metadata/><manifest><item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/><item id="b" href="../OEBPS/text/two.xhtml#part" media-type="text/html"/><item id="c" href="gone.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/></spine></package>';

test("chapters in UTF-16 are read", async () => {
  const text = chapter("<p>Größe und Länge</p>").replace("UTF-8", "UTF-16");
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  const { zipSync, unzipSync } = await import("fflate");
  const book = unzipSync(epub({ one: "" }));
  const { texts } = await read(zipSync({ ...book, "OEBPS/text/one.xhtml": bytes }));
  expect(texts).toEqual(["Größe und Länge"]);
});

test("encrypted chapters are rejected; encrypted fonts are accepted", async () => {
  const encryption = (uri: string) =>
    `<encryption><EncryptedData><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData></encryption>`;
  const book = (uri: string) =>
    epub({ one: chapter("<p>One.</p>") }, { parts: { "META-INF/encryption.xml": encryption(uri) } });
  expect(await refusal(book("OEBPS/text/one.xhtml"))).toMatchObject({ reason: "encrypted" });
  expect(await refusal(book("OEBPS/fonts/a.otf"))).toEqual({ texts: ["One."] });
});

test("archive bombs, deep nesting and too many pages are rejected; entities aren't expanded", async () => {
  const bomb = epub({ one: chapter(`<p>${" ".repeat(100_000_000)}</p>`) });
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await refusal(bomb)).toMatchObject({ reason: "limit", message: expect.stringContaining("unpacks to") });
  expect(await refusal(epub({ one: chapter("<div>".repeat(5_000)) }))).toMatchObject({ reason: "limit" });
  expect(await refusal(handbook, { maxPages: 1 })).toMatchObject({ reason: "limit" });
  const type = `<!DOCTYPE package [${Array.from({ length: 10 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`).join("")}]>`;
  const laugh = epub(
    { one: chapter("<p>One.</p>") },
    {
      parts: {
        "OEBPS/book.opf": `${type}${OPF.replace("<metadata/>", "<metadata><dc:title>&e10;</dc:title></metadata>")}`,
      },
    },
  );
  expect((await read(laugh)).info.title).toBe("&e10;");
});

test("an archive that isn't a book fails with wrong_type, a book without a package file with corrupt", async () => {
  const { zipSync } = await import("fflate");
  expect(await refusal(zipSync({ "a.txt": new Uint8Array([65]) }))).toMatchObject({ reason: "wrong_type" });
  const without = epub({ one: chapter("") }, { parts: { "META-INF/container.xml": "<container/>" } });
  expect(await refusal(without)).toMatchObject({ reason: "corrupt" });
});

/** Changes a byte of a chapter in the archive, where it is stored uncompressed. */
const withDamage = (book: Uint8Array, words: string): Uint8Array => {
  const damaged = Buffer.from(book);
  damaged[damaged.indexOf(words)]! ^= 0x20;
  return damaged;
};

test("a chapter with a wrong checksum causes a warning; the other chapters are read", async () => {
  const chapters = {
    one: chapter("<p>First words.</p>"),
    two: chapter("<p>Second words.</p>"),
    three: chapter("<p>Third words.</p>"),
  };
  const { texts, info } = await read(withDamage(epub(chapters, { stored: true }), "Second"));
  expect(texts[0]).toBe("First words.");
  expect(texts.at(-1)).toBe("Third words.");
  expect(info.warnings).toEqual(['The chapter "OEBPS/text/two.xhtml" is damaged: it was read as far as possible.']);
});
