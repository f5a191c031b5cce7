import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock, type ParserLimits } from "@quarry/plugin";
import { Schema } from "effect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import plugin from "../src/index.ts";
import { buildPdf } from "./build-pdf.ts";
import { manual } from "./manual.ts";

const limits: ParserLimits = { ...DEFAULT_PARSER_LIMITS, maxPages: 1_000, maxTextCharacters: 10_000_000 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-pdf-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Uint8Array, settings: Record<string, unknown> = {}, change: Partial<ParserLimits> = {}) {
  const path = join(folder, "file");
  await writeFile(path, bytes);
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings));
  const blocks: ParsedBlock[] = [];
  const source = { path, size: bytes.length, filename: "file.pdf", fileType: "pdf" };
  for await (const event of parser.parse(source, { ...limits, ...change })) {
    if (event.type === "block") blocks.push(event.block);
  }
  return blocks;
}

/** A page whose content unpacks to this many megabytes of blanks. */
function bomb(megabytes: number): Uint8Array {
  const packed = deflateSync(Buffer.alloc(megabytes * 1_048_576, " ")).toString("latin1");
  const stream = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`;
  const text = Buffer.from(buildPdf({ pages: [[]], extra: [stream] })).toString("latin1");
  return Buffer.from(text.replace("/Contents 11 0 R", "/Contents 100000 0 R"), "latin1");
}

describe("files that can't be read", () => {
  it("says that an encrypted PDF needs its password removed", async () => {
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

  it("says what a file of another type is", async () => {
    const png = Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
    await expect(read(png)).rejects.toMatchObject({
      reason: "wrong_type",
      message: expect.stringContaining("the file is a PNG image, not a PDF"),
    });
  });

  it("refuses a PDF without pages and one whose page tree is a circle", async () => {
    await expect(read(buildPdf({ pages: [] }))).rejects.toMatchObject({ reason: "corrupt" });
    const text = Buffer.from(buildPdf({ pages: [[]] })).toString("latin1");
    const circle = Buffer.from(text.replace("/Kids [10 0 R]", "/Kids [ 2 0 R]"), "latin1");
    await expect(read(circle)).rejects.toMatchObject({ reason: "corrupt" });
  });

  it("stops a decompression bomb at the memory cap, and reads the next file", async () => {
    await expect(read(bomb(300), { maxMemoryMegabytes: 128 })).rejects.toMatchObject({ reason: "limit" });
    expect(await read(manual, { maxMemoryMegabytes: 128 })).not.toEqual([]);
  });
});

describe("settings and limits", () => {
  it("keeps running headers and footers when told so", async () => {
    const texts = async (settings: Record<string, unknown>) => (await read(manual, settings)).map(({ text }) => text);
    expect((await texts({})).filter((text) => text.includes("Pump handbook"))).toEqual([]);
    const kept = await texts({ dropRepeatedLines: false });
    expect(kept.filter((text) => text.includes("Pump handbook"))).toHaveLength(4);
    expect(kept.filter((text) => /Page \d of 4/.test(text))).toHaveLength(4);
  });

  it("leaves form fields out when told so", async () => {
    const blocks = await read(manual, { formFields: false });
    expect(blocks.some(({ text }) => text.includes("QX-77"))).toBe(false);
  });

  it("keeps a text that is the same on every page", async () => {
    const page = [{ text: "The same slide again.", x: 60, y: 800 }];
    expect(await read(buildPdf({ pages: [page, page, page, page] }))).toHaveLength(4);
  });

  it("keeps numbered headings on top of every page", async () => {
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

  it("gives no text for pages without any, and no error", async () => {
    expect(await read(buildPdf({ pages: [[], []] }))).toEqual([]);
  });

  it("refuses more pages than allowed", async () => {
    await expect(read(manual, {}, { maxPages: 3 })).rejects.toMatchObject({
      reason: "limit",
      message: "the file has 4 pages, more than the 3 allowed: split it into smaller files",
    });
  });
});
