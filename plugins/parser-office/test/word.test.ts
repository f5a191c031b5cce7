import { describe, expect, it } from "vitest";
import { MAIN_NAMESPACES, relationships } from "./build-office.ts";
import { buildDocx, type DocxParts, footnotes, paragraph, paragraphOf, run, table } from "./build-docx.ts";
import { linesOf, readOffice } from "./read-office.ts";

const linesFrom = async (body: string, parts: DocxParts = {}, settings: unknown = {}): Promise<string[]> =>
  linesOf(await readOffice("docx", buildDocx(body, parts), {}, settings));

describe("headings", () => {
  it("are recognised by their style, also translated or inherited, or by an outline level", async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="Überschrift 2"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Chapter"/><w:basedOn w:val="Heading3"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Toc"><w:name w:val="TOC Heading"/><w:basedOn w:val="Heading1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="a"/><w:basedOn w:val="B"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="A"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>';
    const body = [
      paragraph("Handbook", "T"),
      paragraph("Zwei", "berschrift2"),
      paragraph("Three", "Own"),
      paragraph("Contents", "Toc"),
      paragraph("Circle", "A"),
      paragraph("No such style", "Heading4"),
      paragraphOf(run("By level"), '<w:outlineLvl w:val="1"/>'),
      paragraphOf(run("Text again"), '<w:pStyle w:val="Heading1"/><w:outlineLvl w:val="9"/>'),
    ].join("");
    expect(await linesFrom(body, { styles })).toEqual([
      "heading1: Handbook",
      "heading2: Zwei",
      "heading3: Three",
      "paragraph: Contents",
      "paragraph: Circle",
      "heading4: No such style",
      "heading2: By level",
      "paragraph: Text again",
    ]);
  });

  it("of more than a few lines are read as paragraphs", async () => {
    const [line] = await linesFrom(paragraph("long words ".repeat(50), "Heading1"));
    expect(line).toMatch(/^paragraph: long words/);
  });
});

describe("lists", () => {
  const level = (index: number, format: string, pattern: string, more = "") =>
    `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${pattern}"/></w:lvl>`;
  const numbering =
    `<w:numbering ${MAIN_NAMESPACES.word}><w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "(%2)")}${level(2, "lowerRoman", "%1.%2.%3")}</w:abstractNum>` +
    `<w:abstractNum w:abstractNumId="1">${level(0, "bullet", "•")}</w:abstractNum>` +
    `<w:abstractNum w:abstractNumId="2">${level(0, "upperRoman", "Part %1", '<w:pStyle w:val="Heading1"/>')}</w:abstractNum>` +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
    '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>' +
    '<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num></w:numbering>';
  const item = (text: string, list: number, depth = 0) =>
    paragraphOf(run(text), `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${list}"/></w:numPr>`);

  it("show the number of each item", async () => {
    const body = [
      item("one", 1),
      item("a", 1, 1),
      item("b", 1, 1),
      item("deep", 1, 2),
      item("two", 1),
      item("", 1, 1),
      item("b again", 1, 1),
      item("dot", 2),
      item("seven", 3),
      item("eight", 3),
      item("no list", 0),
      item("unknown list", 99),
    ].join("");
    expect(await linesFrom(body, { parts: { numbering } })).toEqual([
      "list_item: 1. one",
      "list_item: (a) a",
      "list_item: (b) b",
      "list_item: 1.b.i deep",
      "list_item: 2. two",
      "list_item: (b) b again",
      "list_item: dot",
      "list_item: 7. seven",
      "list_item: 8. eight",
      "paragraph: no list",
      "paragraph: unknown list",
    ]);
  });

  it("number headings by their style", async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="N"><w:name w:val="n"/><w:basedOn w:val="Heading1"/><w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>';
    expect(
      await linesFrom(paragraph("Scope", "N") + paragraph("Terms", "N"), { styles, parts: { numbering } }),
    ).toEqual(["heading1: Part I Scope", "heading1: Part II Terms"]);
  });
});

describe("paragraph content", () => {
  it("includes insertions and omits text that was deleted or moved from there", async () => {
    const body =
      `<w:p>${run("The pump ")}<w:ins>${run("now ")}</w:ins><w:del><w:r><w:delText>never </w:delText></w:r></w:del>` +
      `<w:moveFrom>${run("quickly ")}</w:moveFrom><w:moveTo>${run("runs.")}</w:moveTo></w:p>` +
      paragraphOf(run("One para"), "<w:rPr><w:del/></w:rPr>") +
      paragraph("graph after its mark was deleted.");
    expect(await linesFrom(body)).toEqual([
      "paragraph: The pump now runs.",
      "paragraph: One paragraph after its mark was deleted.",
    ]);
  });

  it("includes a field's result, not its instruction", async () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const body =
      `<w:p>${run("See page ")}${mark("begin")}<w:r><w:instrText>PAGEREF x</w:instrText></w:r>${run("hidden")}${mark("separate")}${run("12")}${mark("end")}${run(".")}</w:p>` +
      `<w:p>${mark("begin")}${run("never closed")}</w:p>` +
      `<w:p><w:hyperlink><w:fldSimple w:instr="DATE">${run("Goes on.")}</w:fldSimple></w:hyperlink></w:p>`;
    expect(await linesFrom(body)).toEqual(["paragraph: See page 12.", "paragraph: Goes on."]);
  });

  it("includes symbols, hyphens, tabs, breaks and content controls, and omits ruby annotations", async () => {
    const body =
      `<w:p><w:r><w:t>α is </w:t><w:sym w:font="Symbol" w:char="F061"/><w:tab/><w:t>co</w:t><w:softHyphen/><w:t>op\u00aderate</w:t><w:noBreakHyphen/><w:t>A</w:t><w:br/><w:sym w:font="Wingdings" w:char="F0FC"/><w:t> done</w:t></w:r></w:p>` +
      `<w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent>${paragraph("In a control.")}</w:sdtContent></w:sdt>` +
      `<w:p><w:r><w:ruby><w:rt>${run("かんじ")}</w:rt><w:rubyBase>${run("漢字")}</w:rubyBase></w:ruby></w:r></w:p>`;
    expect(await linesFrom(body)).toEqual([
      "paragraph: α is α cooperate-A\n✓ done",
      "paragraph: In a control.",
      "paragraph: 漢字",
    ]);
  });

  it("has a drop cap joined with its word", async () => {
    const body = paragraphOf(run("T"), '<w:framePr w:dropCap="drop" w:lines="3"/>') + paragraph("he pump.");
    expect(await linesFrom(body)).toEqual(["paragraph: The pump."]);
  });

  it("has equations on one line", async () => {
    const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${r("a+b")}</m:num><m:den><m:sSup><m:e>${r("c")}</m:e><m:sup>${r("2")}</m:sup></m:sSup></m:den></m:f>`;
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r("i=1")}</m:sub><m:sup>${r("n")}</m:sup><m:e><m:rad><m:radPr/><m:deg/><m:e>${r("i")}</m:e></m:rad></m:e></m:nary>`;
    const body = `<w:p><w:r><w:t xml:space="preserve">So </w:t></w:r><m:oMath>${r("x=")}${fraction}${r("+")}${sum}</m:oMath></w:p>`;
    expect(await linesFrom(body)).toEqual(["paragraph: So x=(a+b)/(c^2)+∑_(i=1)^n √i"]);
  });

  it("is followed by an anchored text box, which is read once", async () => {
    const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
    const body = `<w:p>${run("Before ")}<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box("In the box.")}</mc:Choice><mc:Fallback>${box("In the box.")}</mc:Fallback></mc:AlternateContent></w:r>${run("and after.")}</w:p>`;
    expect(await linesFrom(body)).toEqual(["paragraph: Before and after.", "paragraph: In the box."]);
  });

  it("is followed by the paragraphs of an anchored drawing", async () => {
    const drawing = "<a:p><a:r><a:t>Drawn.</a:t></a:r></a:p>";
    const body = `<w:p>${run("Before ")}<w:r><w:drawing>${drawing}</w:drawing></w:r>${run("and after.")}</w:p>`;
    expect(await linesFrom(body)).toEqual(["paragraph: Before and after.", "paragraph: Drawn."]);
  });

  it("includes image descriptions other than file names, unless disabled", async () => {
    const picture = (description: string) =>
      `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="${description}"/></wp:inline></w:drawing></w:r></w:p>`;
    const body = picture("The pump from the left") + picture("C:\\photos\\a.png") + picture("image1.jpeg");
    expect(await linesFrom(body)).toEqual(["paragraph: The pump from the left"]);
    expect(await linesFrom(body, {}, { alternativeText: false })).toEqual([]);
  });

  it("omits hidden text with hiddenContent false", async () => {
    const body = paragraphOf(run("Seen. ") + run("Unseen.", "<w:vanish/>"));
    expect(await linesFrom(body)).toEqual(["paragraph: Seen. Unseen."]);
    expect(await linesFrom(body, {}, { hiddenContent: false })).toEqual(["paragraph: Seen."]);
  });
});

describe("tables", () => {
  const cell = (text: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;

  it("have the header that the file declares, also of several rows", async () => {
    const header = (cells: string) => `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cells}</w:tr>`;
    const body = `<w:tbl>${header(cell("2023", '<w:gridSpan w:val="2"/>') + cell("2024"))}${header(cell("Q1") + cell("Q2") + cell("Q1"))}<w:tr>${cell("1")}${cell("2")}${cell("3")}</w:tr></w:tbl>`;
    expect(await linesFrom(body)).toEqual([
      "table_header#1: 2023 |  | 2024",
      "table_header#1: Q1 | Q2 | Q1",
      "table_row#1: 1 | 2 | 3",
    ]);
  });

  it("repeat a cell that spans several rows, with the columns aligned", async () => {
    const body =
      `<w:tbl><w:tr>${cell("Region")}${cell("Country")}${cell("Sales")}</w:tr>` +
      `<w:tr>${cell("Europe", '<w:vMerge w:val="restart"/>')}${cell("France")}${cell("7")}</w:tr>` +
      `<w:tr>${cell("", "<w:vMerge/>")}${cell("Spain")}${cell("")}</w:tr>` +
      `<w:tr>${cell("All", '<w:gridSpan w:val="2"/>')}${cell("9")}</w:tr></w:tbl>`;
    expect(await linesFrom(body)).toEqual([
      "table_header#1: Region | Country | Sales",
      "table_row#1: Europe | France | 7",
      "table_row#1: Europe | Spain",
      "table_row#1: All |  | 9",
    ]);
  });

  it("within a table remain in their cell; a table of one cell is read as running text", async () => {
    const inner = table([
      ["a", "b"],
      ["c", "d"],
    ]);
    const frame = `<w:tbl><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>${paragraph("Inside", "Heading1")}${inner}</w:tc></w:tr></w:tbl>`;
    const nested = `<w:tbl><w:tr><w:tc>${paragraph("x")}${inner}</w:tc>${cell("y")}</w:tr><w:tr>${cell("1")}${cell("2")}</w:tr></w:tbl>`;
    expect(await linesFrom(frame + nested)).toEqual([
      "heading1: Inside",
      "table_header#2: a | b",
      "table_row#2: c | d",
      "table_header#3: x a, b; c, d | y",
      "table_row#3: 1 | 2",
    ]);
  });
});

describe("content outside the body", () => {
  it("notes and comments follow their paragraph or table; unreferenced notes come last", async () => {
    const comments = `<w:comments ${MAIN_NAMESPACES.word}><w:comment w:id="5">${paragraph("Check this.")}</w:comment></w:comments>`;
    const note = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const body =
      `<w:p>${run("First.")}${note(1)}<w:r><w:commentReference w:id="5"/></w:r></w:p>` +
      `<w:tbl><w:tr><w:tc><w:p>${run("Part")}${note(2)}</w:p></w:tc><w:tc>${paragraph("Price")}</w:tc></w:tr></w:tbl>` +
      paragraph("Last.");
    const parts = { footnotes: footnotes("Note one.", "Note two.", "Nobody refers to me."), comments };
    expect(await linesFrom(body, { parts })).toEqual([
      "paragraph: First.",
      "paragraph: Note one.",
      "paragraph: Check this.",
      "table_row#1: Part | Price",
      "paragraph: Note two.",
      "paragraph: Last.",
      "paragraph: Nobody refers to me.",
    ]);
    expect(await linesFrom(body, { parts }, { comments: false })).not.toContain("paragraph: Check this.");
  });

  it("headers and footers are read once, after the text, when enabled", async () => {
    const header = `<w:hdr ${MAIN_NAMESPACES.word}>${paragraph("Acme Ltd")}</w:hdr>`;
    const parts = { header, footer: header };
    expect(await linesFrom(paragraph("Text."), { parts })).toEqual(["paragraph: Text."]);
    expect(await linesFrom(paragraph("Text."), { parts }, { headersAndFooters: true })).toEqual([
      "paragraph: Text.",
      "paragraph: Acme Ltd",
    ]);
  });

  it("a chart is read as a table, with its title", async () => {
    const points = (values: readonly string[]) =>
      values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("");
    const series = (name: string, values: readonly string[]) =>
      `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(["North", "South"])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>General</c:formatCode>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`;
    const chart = `<c:chartSpace ${MAIN_NAMESPACES.word} xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Rain in </a:t></a:r><a:r><a:t>mm</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${series("May", ["4.300000000000001", "2"])}${series("June", ["7", "1"])}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const body = paragraphOf('<w:r><w:drawing><c:chart r:id="chart"/></w:drawing></w:r>') + paragraph("Behind.");
    expect(await linesFrom(body, { parts: { chart } })).toEqual([
      "paragraph: Rain in mm",
      "table_header#1: | May | June",
      "table_row#1: North | 4.3 | 7",
      "table_row#1: South | 2 | 1",
      "paragraph: Behind.",
    ]);
  });

  it("a warning names embedded files, except the data of charts", async () => {
    const files = {
      "word/embeddings/Microsoft_Word_Document1.docx": buildDocx(paragraph("Inner.")),
      "word/embeddings/numbers.xlsx": "numbers",
      "word/charts/chart1.xml": "<c:chart/>",
      "word/charts/_rels/chart1.xml.rels": relationships(["r1", "package", "../embeddings/numbers.xlsx"]),
    };
    const { info, blocks } = await readOffice("docx", buildDocx(paragraph("Outer."), { files }));
    expect(blocks.map(({ text }) => text)).toEqual(["Outer."]);
    expect(info.warnings).toEqual([
      "A file within this one was not read: Microsoft_Word_Document1.docx. Upload it by itself to make it searchable.",
    ]);
  });

  it("a warning reports embedded parts in other formats", async () => {
    const { info } = await readOffice("docx", buildDocx(`${paragraph("Text.")}<w:altChunk r:id="x"/>`));
    expect(info.warnings).toEqual(["Parts of the document that are embedded in another format were not read."]);
  });
});

it("title, author, dates and keywords are read from the document properties", async () => {
  const { info } = await readOffice("docx", buildDocx(paragraph("Text.")));
  expect(info).toEqual({
    title: "Pump handbook",
    author: "A. Writer",
    createdAt: "2024-01-31T11:00:00.000Z",
    modifiedAt: "2025-02-01T12:00:00.000Z",
    keywords: ["pumps", "water"],
  });
});
