import { randomBytes } from "node:crypto";
import { DEFAULT_PARSER_LIMITS, type ParserLimits } from "@quarry/plugin";
import { describe, expect, it } from "vitest";
import { buildDocx, footnotes, manualDocx, paragraph, paragraphOf, run } from "./build-docx.ts";
import { zip } from "./build-office.ts";
import { buildPptx, manualPptx } from "./build-pptx.ts";
import { buildXlsx, manualXlsx, row } from "./build-xlsx.ts";
import { linesOf, readOffice } from "./read-office.ts";
import { declareSize, share } from "./tamper-zip.ts";

const FILES: Readonly<Record<string, Uint8Array>> = { docx: manualDocx, pptx: manualPptx, xlsx: manualXlsx };
const MEGABYTE = 1_048_576;

/** Returns the reason why parsing fails, and the number of blocks before the failure. */
async function failureOf(fileType: string, bytes: Uint8Array, limits: Partial<ParserLimits> = {}): Promise<unknown> {
  return readOffice(fileType, bytes, limits).then(
    ({ blocks }) => ({ reason: "none", message: `${blocks.length} blocks` }),
    (error: unknown) => error,
  );
}

describe("files of another type", () => {
  it("are rejected when encrypted or in the old binary format", async () => {
    const ole2 = Buffer.alloc(200_000);
    ole2.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(await failureOf("xlsx", ole2)).toMatchObject({
      reason: "wrong_type",
      message: expect.stringContaining("save it as .xlsx"),
    });
    // Spans the boundary of two reads.
    ole2.write("EncryptedPackage", 65_530, "utf16le");
    expect(await failureOf("docx", ole2)).toMatchObject({
      reason: "encrypted",
      message: "the file is encrypted: remove the password and upload it again",
    });
  });

  it.each([
    ["docx", "pptx", "a PowerPoint presentation (.pptx), not a Word document (.docx)"],
    ["docx", "xlsx", "an Excel workbook (.xlsx), not a Word document (.docx)"],
    ["pptx", "docx", "a Word document (.docx), not a PowerPoint presentation (.pptx)"],
    ["pptx", "xlsx", "an Excel workbook (.xlsx), not a PowerPoint presentation (.pptx)"],
    ["xlsx", "docx", "a Word document (.docx), not an Excel workbook (.xlsx)"],
    ["xlsx", "pptx", "a PowerPoint presentation (.pptx), not an Excel workbook (.xlsx)"],
  ])("are identified in the error: .%s that is .%s", async (name, real, message) => {
    expect(await failureOf(name, FILES[real]!)).toMatchObject({
      reason: "wrong_type",
      message: `the file is ${message}: rename it to its real type and upload it again`,
    });
  });

  it("are rejected when they are other archives", async () => {
    const openDocument = zip({ mimetype: "application/vnd.oasis.opendocument.text", "META-INF/manifest.xml": "<m/>" });
    expect(await failureOf("docx", openDocument)).toMatchObject({
      reason: "wrong_type",
      message: expect.stringContaining("an OpenDocument file"),
    });
    expect(await failureOf("docx", zip({ "a.txt": "words" }))).toMatchObject({ reason: "wrong_type" });
  });
});

describe("archives that unpack to too much", () => {
  it.each([
    ["docx", "word/document.xml"],
    ["pptx", "ppt/slides/slide1.xml"],
    ["xlsx", "xl/worksheets/sheet1.xml"],
  ])("are rejected by their declared size, before anything is unpacked: %s", async (fileType, part) => {
    expect(await failureOf(fileType, declareSize(FILES[fileType]!, part, 100 * MEGABYTE))).toMatchObject({
      reason: "limit",
      message: "the file unpacks to 100 MB, which is too much: split it into smaller files",
    });
  });

  it("are read when they are small, whatever their compression ratio", async () => {
    const bytes = buildDocx(paragraph("The well is dry.") + "<w:p/>".repeat(1_000_000));
    expect(bytes.length * DEFAULT_PARSER_LIMITS.maxCompressionRatio).toBeLessThan(6_000_000);
    expect(linesOf(await readOffice("docx", bytes))).toEqual(["paragraph: The well is dry."]);
  });

  it("are read when only images and embedded files declare huge sizes", async () => {
    const files = { "word/media/image1.bmp": Buffer.alloc(1_000), "word/embeddings/a.docx": manualDocx };
    const bomb = declareSize(
      buildDocx(paragraph("The well is dry."), { files }),
      "word/media/image1.bmp",
      4_000_000_000,
    );
    const bytes = declareSize(bomb, "word/embeddings/a.docx", 4_000_000_000);
    expect(linesOf(await readOffice("docx", bytes))).toEqual(["paragraph: The well is dry."]);
  });

  it("are rejected when their text part has an unusual name", async () => {
    const honest = buildDocx(paragraph("The well is dry."), { mainPart: "word/document.bin" });
    const bytes = declareSize(honest, "word/document.bin", 100 * MEGABYTE);
    expect(await failureOf("docx", bytes)).toMatchObject({ reason: "limit" });
  });

  it.each([100, 10_000_000])("are rejected as corrupt if a part's size is not the declared %d", async (size) => {
    const bytes = buildDocx(paragraph("a".repeat(1_000)).repeat(1_000));
    const failure = await failureOf("docx", declareSize(bytes, "word/document.xml", size));
    expect(failure).toMatchObject({ reason: "corrupt" });
  });

  it("are rejected when entries share their bytes", async () => {
    const noise = randomBytes(100_000);
    const parts = { "a.bin": noise, "b.bin": Buffer.from("b"), "c.bin": Buffer.from("c") };
    const bytes = zip({ "_rels/.rels": "<Relationships/>", ...parts });
    const shared = share(share(bytes, "b.bin", "a.bin"), "c.bin", "a.bin");
    expect(await failureOf("docx", shared)).toMatchObject({
      reason: "corrupt",
      message: expect.stringContaining("overlap"),
    });
  });

  it("are rejected when they have too many parts", async () => {
    expect(await failureOf("docx", manualDocx, { maxArchiveEntries: 3 })).toMatchObject({ reason: "limit" });
  });

  it("are rejected above the limit of unpacked bytes", async () => {
    expect(await failureOf("docx", manualDocx, { maxUncompressedBytes: 1_000 })).toMatchObject({ reason: "limit" });
  });
});

describe("hostile markup", () => {
  const LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY e SYSTEM "file:///etc/passwd">]>';
  const text = "<w:p><w:r><w:t>&b;&e;</w:t></w:r></w:p>";

  it.each([
    ["docx", "word/document.xml", `${LAUGHS}<w:document><w:body>${text}</w:body></w:document>`],
    ["docx", "word/document.xml", `<w:document><w:body>${text}</w:body></w:document>`],
    ["docx", "_rels/.rels", `${LAUGHS}<Relationships/>`],
    ["pptx", "ppt/slides/slide1.xml", `${LAUGHS}<p:sld/>`],
    ["xlsx", "xl/worksheets/sheet1.xml", `${LAUGHS}<worksheet/>`],
    ["xlsx", "xl/sharedStrings.xml", `${LAUGHS}<sst/>`],
  ])("is rejected when it uses entities: %s, %s", async (fileType, part, xml) => {
    const files = { [part]: xml };
    const bytes = {
      docx: () => buildDocx("", { files }),
      pptx: () => buildPptx([{ title: "One" }], undefined, files),
      xlsx: () => buildXlsx([{ name: "S", rows: "" }], { parts: files }),
    }[fileType]!();
    expect(await failureOf(fileType, bytes)).toMatchObject({ reason: "corrupt" });
  });

  it.each([
    ["docx", (open: string, close: string) => buildDocx(open + close), "w:tbl"],
    ["pptx", (open: string, close: string) => buildPptx([{ shapes: open + close }]), "p:grpSp"],
    ["xlsx", (open: string, close: string) => buildXlsx([{ name: "S", rows: open + close }]), "x"],
  ] as const)("is rejected when nested 10,000 deep: %s", async (fileType, make, name) => {
    const bytes = make(`<${name}>`.repeat(10_000), `</${name}>`.repeat(10_000));
    expect(await failureOf(fileType, bytes)).toMatchObject({
      reason: "limit",
      message: `the file nests elements more than ${DEFAULT_PARSER_LIMITS.maxNesting} deep`,
    });
  });

  it("is read when it has a million elements", async () => {
    const bytes = buildDocx(`<w:p><w:r>${"<w:rPr/>".repeat(1_000_000)}<w:t>end</w:t></w:r></w:p>`);
    expect(linesOf(await readOffice("docx", bytes))).toEqual(["paragraph: end"]);
  });

  it.each([
    ["docx", () => buildDocx(`<w:tbl><w:tr>${"<w:tc/>".repeat(20_000)}</w:tr></w:tbl>`)],
    ["xlsx", () => buildXlsx([{ name: "S", rows: `<row>${"<c><v>1</v></c>".repeat(20_000)}</row>` }])],
  ])("is rejected when a row has more than 16,384 cells: %s", async (fileType, make) => {
    expect(await failureOf(fileType, make())).toMatchObject({
      reason: "limit",
      message: expect.stringMatching(/^a row of a .*16384 cells/),
    });
  });

  it("is read as paragraphs when table elements are in the wrong position", async () => {
    const body =
      "<w:tr><w:tc><w:p><w:r><w:t>no table</w:t></w:r></w:p></w:tc></w:tr><w:tbl><w:tc/><w:tr><w:p><w:r><w:t>no cell</w:t></w:r></w:p></w:tr></w:tbl><w:pPr><w:numId/></w:pPr><w:t>no paragraph</w:t>";
    const lines = linesOf(await readOffice("docx", buildDocx(body)));
    expect(lines).toEqual(["paragraph: no table", "paragraph: no cell"]);
  });
});

describe("excessive text", () => {
  it("in one paragraph is split into several blocks", async () => {
    const runs = run(`${"word ".repeat(2_000)}`).repeat(500);
    const { blocks } = await readOffice("docx", buildDocx(paragraphOf(runs)));
    expect(blocks.length).toBeGreaterThan(3);
    expect(Math.max(...blocks.map(({ text }) => text.length))).toBeLessThan(2_000_000);
    expect(blocks.reduce((total, { text }) => total + text.length, 0)).toBeGreaterThan(4_900_000);
  });

  it("in one table row is rejected", async () => {
    const cell = `<w:tc>${paragraph("word ".repeat(200_000))}</w:tc>`;
    const bytes = buildDocx(`<w:tbl><w:tr>${cell.repeat(20)}</w:tr></w:tbl>`);
    expect(await failureOf("docx", bytes)).toMatchObject({
      reason: "limit",
      message: expect.stringContaining("a row of a table"),
    });
  });

  it("from one long string used by thousands of cells is rejected", async () => {
    const cells = Array.from({ length: 4_000 }, (_, index) => `<row r="${index + 1}"><c t="s"><v>0</v></c></row>`);
    const bytes = buildXlsx([{ name: "S", rows: cells.join("") }], { shared: ["word ".repeat(20_000)] });
    expect(await failureOf("xlsx", bytes)).toMatchObject({
      reason: "limit",
      message: "the workbook repeats long texts in too many cells: remove some of them",
    });
    expect(await failureOf("xlsx", bytes, { maxTextCharacters: 1_000_000 })).toMatchObject({ reason: "limit" });
  });

  it("from a note referenced many times is read once", async () => {
    const reference = '<w:r><w:footnoteReference w:id="1"/></w:r>';
    const bytes = buildDocx(`<w:p>${reference.repeat(10_000)}</w:p>`, { parts: { footnotes: footnotes("Once.") } });
    expect(linesOf(await readOffice("docx", bytes))).toEqual(["paragraph: Once."]);
  });

  it("in a text box, a cell or a note is read completely", async () => {
    const many = paragraph("x").repeat(150_000);
    const body = `<w:p><w:r><w:txbxContent>${many}</w:txbxContent></w:r><w:r><w:footnoteReference w:id="1"/></w:r></w:p><w:tbl><w:tr><w:tc>${many}</w:tc></w:tr></w:tbl>`;
    const note = `<w:footnotes><w:footnote w:id="1">${many}</w:footnote></w:footnotes>`;
    const { blocks } = await readOffice("docx", buildDocx(body, { parts: { footnotes: note } }));
    expect(blocks).toHaveLength(450_000);
  });

  it("from one slide listed many times is read once", async () => {
    const bytes = buildPptx(
      Array.from({ length: 500 }, () => ({ title: "Again" })),
      Array.from({ length: 500 }, () => 1),
    );
    const { info, blocks } = await readOffice("pptx", bytes);
    expect(blocks).toHaveLength(1);
    expect(info.pageCount).toBe(500);
  });

  it("from a chart shown many times is rejected", async () => {
    const chart = `<c:chartSpace>${"<c:x/>".repeat(400_000)}</c:chartSpace>`;
    const bytes = buildDocx(paragraphOf('<w:r><c:chart r:id="chart"/></w:r>'.repeat(1_000)), { parts: { chart } });
    expect(await failureOf("docx", bytes)).toMatchObject({
      reason: "limit",
      message: expect.stringContaining("too often"),
    });
  });
});

describe("sheets of extreme size", () => {
  it("are read when their two cells are in opposite corners", async () => {
    const rows = row(1, ["first"]) + row(1_048_576, ["last"], 16_384);
    const lines = linesOf(await readOffice("xlsx", buildXlsx([{ name: "S", rows }])));
    expect(lines).toEqual(["heading1@1: S", "paragraph@1: first", "paragraph@1: last"]);
  });

  it("are read with one cell in each row, each further right", async () => {
    const rows = Array.from({ length: 16_000 }, (_, index) => row(index + 1, [index], index + 1)).join("");
    const { blocks } = await readOffice("xlsx", buildXlsx([{ name: "S", rows }]));
    expect(blocks.length).toBe(16_001);
    expect(Math.max(...blocks.map(({ text }) => text.length))).toBeLessThan(200);
  });

  it("are read with thousands of overlapping merged cells", async () => {
    const trailing = `<mergeCells>${Array.from({ length: 20_000 }, (_, index) => `<mergeCell ref="A${index + 1}:XFD1048576"/>`).join("")}</mergeCells>`;
    const rows = Array.from({ length: 20_000 }, (_, index) => row(index + 1, [`t${index}`])).join("");
    const { blocks } = await readOffice("xlsx", buildXlsx([{ name: "S", rows, behind: trailing }]));
    expect(blocks.at(-1)!.text).toBe("t19999");
  });

  it("are rejected above the cell limit", async () => {
    const rows = row(1, ["a", "b"]) + row(2, ["c", "d"]);
    expect(await failureOf("xlsx", buildXlsx([{ name: "S", rows }]), { maxCells: 3 })).toMatchObject({
      reason: "limit",
      message: expect.stringContaining("3 cells"),
    });
  });
});

describe("irregular packages", () => {
  it("are rejected when the part with the text is missing", async () => {
    const rels = (target: string) =>
      `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="${target}"/></Relationships>`;
    for (const target of ["word/document.xml", "../../../etc/passwd", "/etc/passwd"]) {
      expect(await failureOf("docx", zip({ "_rels/.rels": rels(target) }))).toMatchObject({
        reason: "corrupt",
        message: expect.stringContaining("missing"),
      });
    }
    const withoutSlides = buildPptx([{ title: "One" }], [1], {}, ["ppt/slides/slide1.xml"]);
    expect(await failureOf("pptx", withoutSlides)).toMatchObject({ reason: "corrupt" });
  });

  it("are read without a missing slide, with a warning", async () => {
    const bytes = buildPptx([{ title: "One" }, { title: "Two" }], undefined, {}, ["ppt/slides/slide1.xml"]);
    const text = await readOffice("pptx", bytes);
    expect(linesOf(text)).toEqual(["heading1@2: Two"]);
    expect(text.info.warnings).toEqual(["These slides are missing in the file or hold no text: 1."]);
  });

  it("are read with entry names that leave the archive, start with a slash or use backslashes", async () => {
    const files = { "../../../tmp/evil.xml": "<x/>", "/word/media/a.png": "x", "word\\styles2.xml": "<x/>" };
    expect(linesOf(await readOffice("docx", buildDocx(paragraph("Read."), { files })))).toEqual(["paragraph: Read."]);
  });

  it("are read with a damaged image", async () => {
    const picture = randomBytes(5_000);
    const bytes = Buffer.from(buildDocx(paragraph("Read."), { files: { "word/media/image1.png": picture } }));
    bytes.writeUInt8(
      bytes.readUInt8(bytes.indexOf(picture.subarray(100, 120))) ^ 0xff,
      bytes.indexOf(picture.subarray(100, 120)),
    );
    expect(linesOf(await readOffice("docx", bytes))).toEqual(["paragraph: Read."]);
  });

  it("are read from the main part that the package declares", async () => {
    const bytes = buildDocx(paragraph("Written elsewhere."), { mainPart: "word/document2.xml" });
    expect(linesOf(await readOffice("docx", bytes))).toEqual(["paragraph: Written elsewhere."]);
  });

  it("are read in UTF-16 or in their declared encoding", async () => {
    const xml = (encoding: string) =>
      `<?xml version="1.0" encoding="${encoding}"?><w:document><w:body>${paragraph("Größe")}</w:body></w:document>`;
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml("UTF-16"), "utf16le")]);
    const latin1 = Buffer.from(xml("ISO-8859-1"), "latin1");
    for (const part of [utf16, latin1]) {
      const bytes = buildDocx("", { files: { "word/document.xml": part } });
      expect(linesOf(await readOffice("docx", bytes))).toEqual(["paragraph: Größe"]);
    }
  });

  it.each(["docx", "pptx", "xlsx"])("are rejected as damaged when cut off anywhere: %s", async (fileType) => {
    const bytes = FILES[fileType]!;
    for (let tenth = 1; tenth < 10; tenth++) {
      expect(await failureOf(fileType, bytes.subarray(0, (bytes.length * tenth) / 10))).toMatchObject({
        reason: "corrupt",
        message: expect.stringContaining("damaged or cut off"),
      });
    }
  });
});
