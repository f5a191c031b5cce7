import { describe, expect, it } from "vitest";
import { MAIN_NAMESPACES } from "./build-office.ts";
import { buildPptx, type FixtureSlide, frame, shape, shapeOf } from "./build-pptx.ts";
import { linesOf, readOffice } from "./read-office.ts";

const linesFrom = async (slides: readonly FixtureSlide[], settings: unknown = {}): Promise<string[]> =>
  linesOf(await readOffice("pptx", buildPptx(slides), {}, settings));

const bodyPlaceholder = '<p:ph type="body" idx="1"/>';

describe("slides", () => {
  it("are read in the order of the presentation, whatever the names of their parts", async () => {
    const bytes = buildPptx([{ title: "One" }, { title: "Two" }, { title: "Three" }], [3, 11, 2]);
    expect(linesOf(await readOffice("pptx", bytes))).toEqual([
      "heading1@1: One",
      "heading1@2: Two",
      "heading1@3: Three",
    ]);
  });

  it("count as pages even when they are empty or hidden", async () => {
    const slides = [{}, { title: "Second" }, { title: "Unseen", isHidden: true }, { texts: ["Fourth"] }];
    expect(await linesFrom(slides)).toEqual(["heading1@2: Second", "heading1@3: Unseen", "paragraph@4: Fourth"]);
    expect(await linesFrom(slides, { hiddenContent: false })).toEqual(["heading1@2: Second", "paragraph@4: Fourth"]);
    const { info } = await readOffice("pptx", buildPptx(slides));
    expect(info.pageCount).toBe(4);
  });

  it("start with their title in one line, wherever it is on the slide", async () => {
    const shapes = shape(4, "", ["Text before."]) + shape(5, '<p:ph type="ctrTitle"/>', ["A title", "of two lines"]);
    expect(await linesFrom([{ shapes }])).toEqual(["heading1@1: A title of two lines", "paragraph@1: Text before."]);
  });

  it("include lists with their numbers", async () => {
    const item = (text: string, bullet: string, level = 0) =>
      `<a:p><a:pPr lvl="${level}">${bullet}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
    const number = '<a:buAutoNum type="arabicPeriod" startAt="3"/>';
    const letter = '<a:buAutoNum type="alphaLcParenBoth"/>';
    const list = item("three", number) + item("a", letter, 1) + item("b", letter, 1) + item("four", number);
    const shapes =
      shapeOf(3, bodyPlaceholder, `${list}${item("plain", "<a:buNone/>")}${item("dot", "")}`) +
      shapeOf(4, "", item("free dot", '<a:buChar char="-"/>'));
    expect(await linesFrom([{ shapes }])).toEqual([
      "list_item@1: 3. three",
      "list_item@1: (a) a",
      "list_item@1: (b) b",
      "list_item@1: 4. four",
      "paragraph@1: plain",
      "list_item@1: dot",
      "list_item@1: free dot",
    ]);
  });

  it("include text in groups, line breaks and fields", async () => {
    const text = "<a:p><a:r><a:t>one</a:t></a:r><a:br/><a:fld><a:t>two</a:t></a:fld></a:p>";
    const shapes = `<p:grpSp><p:grpSp>${shapeOf(4, "", text)}</p:grpSp></p:grpSp>`;
    expect(await linesFrom([{ shapes }])).toEqual(["paragraph@1: one\ntwo"]);
  });

  it("include tables with merged cells and, where formatted as one, a header", async () => {
    const cell = (text: string, merge = "") =>
      `<a:tc${merge}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const empty = (merge: string) => `<a:tc${merge}><a:txBody><a:p/></a:txBody></a:tc>`;
    const grid = "<a:tblGrid><a:gridCol/><a:gridCol/><a:gridCol/></a:tblGrid>";
    const rows =
      `<a:tr>${cell("Region")}${cell("Sales", ' gridSpan="2"')}${empty(' hMerge="1"')}</a:tr>` +
      `<a:tr>${cell("Europe", ' rowSpan="2"')}${cell("5")}${cell("6")}</a:tr>` +
      `<a:tr>${empty(' vMerge="1"')}${cell("7")}${cell("8")}</a:tr>`;
    const shapes = frame(`<a:tbl><a:tblPr firstRow="1"/>${grid}${rows}</a:tbl>`);
    expect(await linesFrom([{ shapes }])).toEqual([
      "table_header#1@1: Region | Sales",
      "table_row#1@1: Europe | 5 | 6",
      "table_row#1@1: Europe | 7 | 8",
    ]);
  });

  it("include charts and diagrams", async () => {
    const chart = `<c:chartSpace ${MAIN_NAMESPACES.slide}><c:chart><c:plotArea><c:pieChart><c:ser><c:tx><c:v>Share</c:v></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>12</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:pieChart></c:plotArea></c:chart></c:chartSpace>`;
    const point = (id: string, text: string) =>
      `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const diagramData =
      `<dgm:dataModel ${MAIN_NAMESPACES.slide}><dgm:ptLst>${point("2", "second")}${point("1", "first")}${point("0", "all")}</dgm:ptLst>` +
      '<dgm:cxnLst><dgm:cxn srcId="0" destId="2" srcOrd="1"/><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="2" destId="0" srcOrd="0" type="presOf"/></dgm:cxnLst></dgm:dataModel>';
    const shapes = frame('<c:chart r:id="chart"/>') + frame('<dgm:relIds r:dm="diagramData"/>');
    expect(await linesFrom([{ shapes, parts: { chart, diagramData } }])).toEqual([
      "table_header#1@1: | Share",
      "table_row#1@1: North | 12",
      "list_item@1: all",
      "list_item@1: first",
      "list_item@1: second",
    ]);
  });

  it("include notes and comments, unless disabled", async () => {
    const comments = `<p:cmLst ${MAIN_NAMESPACES.slide}><p:cm><p:text>Old kind.</p:text></p:cm><p:cm><p:txBody><a:p><a:r><a:t>New </a:t></a:r><a:r><a:t>kind.</a:t></a:r></a:p></p:txBody></p:cm></p:cmLst>`;
    const slides = [{ title: "One", notes: "Say hello.", parts: { comments } }];
    expect(await linesFrom(slides)).toEqual([
      "heading1@1: One",
      "paragraph@1: Say hello.",
      "paragraph@1: Old kind.",
      "paragraph@1: New kind.",
    ]);
    expect(await linesFrom(slides, { speakerNotes: false, comments: false })).toEqual(["heading1@1: One"]);
  });

  it("show a repeated footer only once, unless headersAndFooters is enabled", async () => {
    const margins = (number: number) =>
      shape(7, '<p:ph type="ftr"/>', ["Acme"]) + shape(8, '<p:ph type="sldNum"/>', [String(number)]);
    const slides = [1, 2, 3].map((number) => ({ title: `T${number}`, shapes: margins(number) }));
    expect(await linesFrom(slides)).toEqual([
      "heading1@1: T1",
      "paragraph@1: Acme",
      "paragraph@1: 1",
      "heading1@2: T2",
      "heading1@3: T3",
    ]);
    expect(await linesFrom(slides, { headersAndFooters: true })).toHaveLength(9);
  });
});
