import { deflateSync } from "node:zlib";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock, type ParserLimits } from "@quarry/plugin";
import { describe, expect, it } from "vitest";
import { buildPdf } from "./build-pdf.ts";
import { manual } from "./manual.ts";
import { readPdf, useFolder } from "./read-pdf.ts";

const limits: ParserLimits = { ...DEFAULT_PARSER_LIMITS, maxPages: 1_000, maxTextCharacters: 10_000_000 };

useFolder();

const read = async (
  bytes: Uint8Array,
  settings: Record<string, unknown> = {},
  change: Partial<ParserLimits> = {},
): Promise<readonly ParsedBlock[]> => (await readPdf(bytes, settings, { ...limits, ...change })).blocks;

/** Builds a page whose content decompresses to this many megabytes of blanks. */
function bomb(megabytes: number): Uint8Array {
  const packed = deflateSync(Buffer.alloc(megabytes * 1_048_576, " ")).toString("latin1");
  const stream = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`;
  const text = Buffer.from(buildPdf({ pages: [[]], extra: [stream] })).toString("latin1");
  return Buffer.from(text.replace("/Contents 11 0 R", "/Contents 100000 0 R"), "latin1");
}

describe("unreadable files", () => {
  it("an encrypted PDF is rejected with the advice to remove its password", async () => {
    const encrypted = buildPdf({
      pages: [[{ text: "secret", x: 50, y: 700 }]],
      extra: [`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${"61".repeat(32)}> /U <${"62".repeat(32)}> >>`],
      trailer: `/Encrypt 100000 0 R /ID [<${"63".repeat(16)}> <${"63".repeat(16)}>]`,
    });
    await expect(read(encrypted)).rejects.toMatchObject({
      reason: "encrypted",
      message: "the PDF is encrypted: remove the password and upload it again",
    });
  });

  it("a file of another type is rejected with its type", async () => {
    const png = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
    await expect(read(png)).rejects.toMatchObject({
      reason: "wrong_type",
      message: expect.stringContaining("the file is a PNG image, not a PDF"),
    });
  });

  it("a PDF without pages and one with a circular page tree are rejected", async () => {
    await expect(read(buildPdf({ pages: [] }))).rejects.toMatchObject({ reason: "corrupt" });
    const text = Buffer.from(buildPdf({ pages: [[]] })).toString("latin1");
    const circle = Buffer.from(text.replace("/Kids [10 0 R]", "/Kids [ 2 0 R]"), "latin1");
    await expect(read(circle)).rejects.toMatchObject({ reason: "corrupt" });
  });

  it("a decompression bomb is stopped at the memory limit, and the next file is read", async () => {
    await expect(read(bomb(300), { maxMemoryMegabytes: 128 })).rejects.toMatchObject({ reason: "limit" });
    expect(await read(manual, { maxMemoryMegabytes: 128 })).not.toEqual([]);
  });
});

describe("hostile files", () => {
  const picture = (width: number, height: number): string => {
    const type = "/Type /XObject /Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8";
    return `<< ${type} /Width ${width} /Height ${height} /Length 4 >>\nstream\nabcd\nendstream`;
  };
  const withPicture = (width: number, height: number): Uint8Array =>
    buildPdf({
      pages: [[]],
      drawings: { 0: "q 595 0 0 842 0 0 cm /X Do Q" },
      pageEntries: { 0: "/Resources << /XObject << /X 100000 0 R >> >>" },
      extra: [picture(width, height)],
    });

  it("an oversized image is rejected with the number of its page", async () => {
    await expect(read(withPicture(100_000, 100_000))).rejects.toMatchObject({
      reason: "limit",
      message: "page 1 was skipped: its picture is too large",
    });
  });

  it("a page of absurd size and one without any size are read", async () => {
    const line = { text: "small text on a large page", x: 50, y: 700 };
    for (const box of ["/MediaBox [0 0 1e9 1e9]", "/MediaBox [0 0 0 0]", "/MediaBox [0 0 -5 1e-9]"]) {
      expect(await read(buildPdf({ pages: [[line]], pageEntries: { 0: box } }))).toHaveLength(1);
    }
  });

  it("a form that draws itself and a circular outline don't prevent reading", async () => {
    const bytes = buildPdf({
      pages: [[{ text: "text beside the form", x: 50, y: 700 }]],
      drawings: { 0: "/X Do" },
      pageEntries: { 0: "/Resources << /XObject << /X 100000 0 R >> /Font << /R 3 0 R >> >>" },
      catalog: "/Outlines 100001 0 R",
      extra: [
        "<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << /XObject << /X 100000 0 R >> >> /Length 5 >>\nstream\n/X Do\nendstream",
        "<< /First 100002 0 R /Last 100002 0 R >>",
        "<< /Title (Round) /Parent 100001 0 R /Next 100002 0 R /First 100002 0 R /Dest [10 0 R /Fit] >>",
      ],
    });
    expect((await read(bytes)).map(({ text }) => text)).toEqual(["text beside the form"]);
  });

  it("a page with 200,000 objects is read", async () => {
    const drawings = { 0: "0 0 m 9 9 l S\n".repeat(200_000) };
    const line = { text: "text behind two hundred thousand lines", x: 50, y: 700 };
    expect(await read(buildPdf({ pages: [[line]], drawings }))).toHaveLength(1);
  });

  it("a huge grid full of text and words drawn backwards are read", async () => {
    const grid = [0, 200, 400].flatMap((at) => [
      `${50 + at} -600000 m ${50 + at} 840 l S`,
      `50 ${840 - at * 3_000} m 450 ${840 - at * 3_000} l S`,
    ]);
    const lines = Array.from({ length: 20_000 }, (_, index) => ({ text: `line ${index}`, x: 60, y: 830 - index * 20 }));
    const entries = { 0: "/MediaBox [0 -600000 595 842]" };
    const drawings = { 0: grid.join("\n") };
    const texts = (await read(buildPdf({ pages: [lines], pageEntries: entries, drawings }))).map(({ text }) => text);
    expect(texts.join(" ").match(/line \d+/g)).toHaveLength(20_000);
    const back = Array.from({ length: 8_000 }, (_, index) => ({ text: "word", x: 9_000_000 - index * 30, y: 500 }));
    const wide = await read(buildPdf({ pages: [back], pageEntries: { 0: "/MediaBox [0 0 9000100 842]" } }));
    expect(wide.length).toBeGreaterThan(0);
  });

  it("a page with 30,000 rows is read", async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => [
      { text: `cell of the row ${index}`, x: 50, y: 830 - index * 20 },
      { text: `${index}`, x: 300, y: 830 - index * 20 },
    ]);
    const pages = [lines.flat(), lines.flat().slice(0, 10), [], []];
    const rows = (await read(buildPdf({ pages, pageEntries: { 0: "/MediaBox [0 -600000 595 842]" } }))).length;
    expect(rows).toBeGreaterThan(30_000);
  });

  it("a file with junk before its header is read", async () => {
    const bytes = Buffer.concat([Buffer.from("junk from a mail\r\n".repeat(10)), manual]);
    expect((await read(bytes)).length).toBeGreaterThan(5);
  });
});

describe("settings and limits", () => {
  it("dropRepeatedLines false retains running headers and footers", async () => {
    const texts = async (settings: Record<string, unknown>) => (await read(manual, settings)).map(({ text }) => text);
    const once = await texts({});
    expect(once.filter((text) => text.includes("Pump handbook"))).toEqual(["Pump handbook"]);
    expect(once.filter((text) => /Page \d of 4/.test(text))).toEqual([]);
    const retained = await texts({ dropRepeatedLines: false });
    expect(retained.filter((text) => text.includes("Pump handbook"))).toHaveLength(4);
    expect(retained.filter((text) => /Page \d of 4/.test(text))).toHaveLength(4);
  });

  it("formFields false omits form fields", async () => {
    const blocks = await read(manual, { formFields: false });
    expect(blocks.some(({ text }) => text.includes("QX-77"))).toBe(false);
  });

  it("the only text of every page is retained when it is the same on all", async () => {
    const page = [{ text: "The same slide again.", x: 60, y: 800 }];
    expect(await read(buildPdf({ pages: [page, page, page, page] }))).toHaveLength(4);
  });

  it("numbered headings at the top of every page are retained", async () => {
    const page = (number: number) => [
      { text: `Chapter ${number}`, x: 60, y: 790, size: 18 },
      { text: "What the chapter says in a line of ordinary length.", x: 60, y: 700 },
      { text: String(number), x: 290, y: 20, size: 8 },
    ];
    const blocks = await read(buildPdf({ pages: [1, 2, 3, 4].map(page) }));
    expect(blocks.filter(({ kind }) => kind === "heading").map(({ text }) => text)).toEqual([
      "Chapter 1",
      "Chapter 2",
      "Chapter 3",
      "Chapter 4",
    ]);
    expect(blocks).toHaveLength(8);
  });

  it("pages without text yield no blocks and no error", async () => {
    expect(await read(buildPdf({ pages: [[], []] }))).toEqual([]);
  });

  it("more pages than maxPages are rejected", async () => {
    await expect(read(manual, {}, { maxPages: 3 })).rejects.toMatchObject({
      reason: "limit",
      message: "the file has 4 pages, more than the 3 allowed: split it into smaller files",
    });
  });
});
