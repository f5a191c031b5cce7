import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock, type ParserLimits } from "@quarry/plugin";
import { Schema } from "effect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import plugin from "../src/index.ts";
import { buildDocx, manualDocx, paragraph, table } from "./build-docx.ts";
import { buildPptx, manualPptx } from "./build-pptx.ts";
import { buildXlsx, manualXlsx } from "./build-xlsx.ts";
import { zip } from "./build-office.ts";

const limits: ParserLimits = {
  ...DEFAULT_PARSER_LIMITS,
  maxArchiveEntries: 1_000,
  maxUncompressedBytes: 1_073_741_824,
  maxNesting: 256,
  maxTextCharacters: 10_000_000,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-office-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(fileType: string, bytes: Uint8Array, change: Partial<ParserLimits> = {}, settings = {}) {
  const path = join(folder, "file");
  await writeFile(path, bytes);
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings));
  const blocks: ParsedBlock[] = [];
  const source = { path, size: bytes.length, filename: `file.${fileType}`, fileType };
  for await (const event of parser.parse(source, { ...limits, ...change })) {
    if (event.type === "block") blocks.push(event.block);
  }
  return blocks;
}

const CENTRAL_ENTRY = "PK\u0001\u0002";

/** The archive with another unpacked size in its directory for one entry. */
function declareSize(bytes: Uint8Array, name: string, size: number): Uint8Array {
  const archive = Buffer.from(bytes);
  const at = archive.indexOf(CENTRAL_ENTRY, archive.lastIndexOf(name) - 46, "latin1");
  archive.writeUInt32LE(size, at + 24);
  return archive;
}

describe("files that can't be read", () => {
  it("tells an encrypted file from one in the old format", async () => {
    const ole2 = Buffer.alloc(4096);
    ole2.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    await expect(read("docx", ole2)).rejects.toMatchObject({
      reason: "wrong_type",
      message: expect.stringContaining("save it as .docx"),
    });
    ole2.write("EncryptedPackage", 2048, "utf16le");
    await expect(read("docx", ole2)).rejects.toMatchObject({
      reason: "encrypted",
      message: "the file is encrypted: remove the password and upload it again",
    });
  });

  it("names the format under a wrong name", async () => {
    await expect(read("docx", manualPptx)).rejects.toMatchObject({
      reason: "wrong_type",
      message: expect.stringContaining("the file is a PowerPoint presentation (.pptx), not a Word document (.docx)"),
    });
    await expect(read("xlsx", manualDocx)).rejects.toMatchObject({ reason: "wrong_type" });
    await expect(read("pptx", manualXlsx)).rejects.toMatchObject({ reason: "wrong_type" });
    await expect(read("docx", zip({ "a.txt": "words" }))).rejects.toMatchObject({ reason: "wrong_type" });
  });

  it("says that a truncated file is cut off", async () => {
    const half = manualDocx.subarray(0, manualDocx.length / 2);
    await expect(read("docx", half)).rejects.toMatchObject({
      reason: "corrupt",
      message: expect.stringContaining("damaged or cut off"),
    });
  });

  it("refuses a zip bomb by what it declares, in each format", async () => {
    const filler = Buffer.alloc(200 * 1_048_576, " ");
    const text = `<w:p><w:r><w:t>${filler.toString("latin1")}</w:t></w:r></w:p>`;
    const bomb = buildDocx(text);
    expect(bomb.length).toBeLessThan(2 * 1_048_576);
    await expect(read("docx", bomb)).rejects.toMatchObject({
      reason: "limit",
      message: expect.stringContaining("unpacks to 200 MB"),
    });
  });

  it("stops an archive that unpacks to more than it declares", async () => {
    const run = `<w:p><w:r><w:t>${"a".repeat(1_000)}</w:t></w:r></w:p>`;
    const liar = declareSize(buildDocx(run.repeat(100_000)), "word/document.xml", 100);
    await expect(read("docx", liar)).rejects.toMatchObject({ reason: "corrupt" });
  });

  it("refuses too many parts", async () => {
    await expect(read("docx", manualDocx, { maxArchiveEntries: 3 })).rejects.toMatchObject({ reason: "limit" });
  });

  it("refuses entity tricks and deep nesting", async () => {
    const laughs = '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
    const rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>';
    const sheet = Buffer.from(buildXlsx([{ name: "S", rows }]));
    await expect(read("xlsx", sheet)).rejects.toMatchObject({ reason: "corrupt" });
    const withDoctype = zip({ "xl/workbook.xml": `${laughs}<workbook/>`, "_rels/.rels": `${laughs}<Relationships/>` });
    await expect(read("xlsx", withDoctype)).rejects.toMatchObject({ reason: "corrupt" });
    const deep = `${"<x>".repeat(20_000)}${"</x>".repeat(20_000)}`;
    await expect(read("xlsx", buildXlsx([{ name: "S", rows: deep }]))).rejects.toMatchObject({ reason: "limit" });
    const nested = `${"<w:tbl><w:tr><w:tc>".repeat(5_000)}${"</w:tc></w:tr></w:tbl>".repeat(5_000)}`;
    await expect(read("docx", buildDocx(nested))).rejects.toMatchObject({ reason: "limit" });
  });
});

describe("what real writers do", () => {
  it("finds the main part where the package says it is", async () => {
    const blocks = await read("docx", buildDocx(paragraph("Written elsewhere."), { mainPart: "word/document2.xml" }));
    expect(blocks).toEqual([{ kind: "paragraph", text: "Written elsewhere.", page: null }]);
  });

  it("keeps header and rows of a table together", async () => {
    const blocks = await read(
      "docx",
      buildDocx(
        table([
          ["Part", "Price"],
          ["Valve", "12"],
          ["", ""],
        ]),
      ),
    );
    expect(blocks).toEqual([
      { kind: "table_header", text: "Part | Price", page: null, tableId: 1 },
      { kind: "table_row", text: "Valve | 12", page: null, tableId: 1 },
    ]);
  });

  it("counts slides that have nothing on them", async () => {
    const blocks = await read("pptx", buildPptx([{}, { title: "Second" }, {}, { texts: ["Fourth"] }]));
    expect(blocks.map(({ text, page }) => [text, page])).toEqual([
      ["Second", 2],
      ["Fourth", 4],
    ]);
  });

  it("leaves speaker notes out when told so", async () => {
    const blocks = await read("pptx", manualPptx, {}, { speakerNotes: false });
    expect(blocks.some(({ text }) => text.includes("Show the filter"))).toBe(false);
  });

  it("reads a sheet with one cell in the last column of each row", async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => `<row r="${index * 50 + 1}"><c r="XFD${index * 50 + 1}"><v>${index}</v></c></row>`,
    ).join("");
    const blocks = await read("xlsx", buildXlsx([{ name: "Diagonal", rows }]));
    expect(blocks).toHaveLength(20_001);
    expect(blocks.at(-1)!.text).toBe("19999");
  });

  it("begins another table behind a blank row", async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = [
      `<row r="1">${cell("Prices")}</row>`,
      `<row r="2">${cell("Part")}${cell("Price")}</row>`,
      `<row r="3">${cell("Valve")}<c><v>12</v></c></row>`,
      `<row r="6">${cell("Person")}${cell("Town")}</row>`,
      `<row r="7">${cell("Ann")}${cell("Bern")}</row>`,
    ].join("");
    const blocks = await read("xlsx", buildXlsx([{ name: "S", rows }]));
    expect(blocks.map(({ kind, text, tableId }) => [kind, text, tableId])).toEqual([
      ["heading", "S", undefined],
      ["paragraph", "Prices", undefined],
      ["table_header", "Part | Price", 1],
      ["table_row", "Valve | 12", 1],
      ["table_header", "Person | Town", 2],
      ["table_row", "Ann | Bern", 2],
    ]);
  });
});
