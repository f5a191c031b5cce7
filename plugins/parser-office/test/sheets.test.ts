import { describe, expect, it } from "vitest";
import { MAIN_NAMESPACES, relationships } from "./build-office.ts";
import { buildXlsx, type FixtureSheet, row, type XlsxOptions } from "./build-xlsx.ts";
import { linesOf, readOffice } from "./read-office.ts";

const linesFrom = async (
  sheet: Omit<FixtureSheet, "name">,
  options: XlsxOptions = {},
  settings: unknown = {},
): Promise<string[]> => linesOf(await readOffice("xlsx", buildXlsx([{ name: "S", ...sheet }], options), {}, settings));

describe("cells", () => {
  it("show formatted numbers, errors, booleans and every kind of text", async () => {
    const rows =
      '<row r="1"><c s="1"><v>45322</v></c><c s="3"><v>0.5</v></c><c s="5"><v>12.5</v></c><c s="6"><v>1.25</v></c>' +
      '<c t="b"><v>0</v></c><c t="e"><v>#DIV/0!</v></c><c t="str"><f>A1</f><v>made</v></c><c t="d"><v>2024-02-01T00:00:00</v></c>' +
      '<c t="inlineStr"><is><r><t>ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></is></c><c><f>A1</f></c></row>';
    expect(await linesFrom({ rows })).toEqual([
      "heading1@1: S",
      "table_row#1@1: 2024-01-31 | 50% | 12.5 € | 30:00 | FALSE | #DIV/0! | made | 2024-02-01 | rich | =A1",
    ]);
  });

  it("count days from 1904 in 1904 workbooks", async () => {
    const rows = '<row r="1"><c s="1"><v>0</v></c><c><v>1</v></c></row>';
    expect(await linesFrom({ rows }, { is1904: true })).toContain("table_row#1@1: 1904-01-01 | 1");
  });

  it("that span several rows are repeated in each", async () => {
    const rows =
      row(1, ["Region", "Country", "Sales"]) +
      row(2, ["Europe", "France", 5]) +
      row(3, ["", "Spain", 6]) +
      row(4, ["", "Italy", 7]) +
      row(5, ["Asia", "Japan", 8]);
    const trailing = '<mergeCells count="2"><mergeCell ref="A2:A4"/><mergeCell ref="A1:B1"/></mergeCells>';
    expect(await linesFrom({ rows, behind: trailing })).toEqual([
      "heading1@1: S",
      "table_header#1@1: Region | Country | Sales",
      "table_row#1@1: Europe | France | 5",
      "table_row#1@1: Europe | Spain | 6",
      "table_row#1@1: Europe | Italy | 7",
      "table_row#1@1: Asia | Japan | 8",
    ]);
  });
});

describe("tables on a sheet", () => {
  it("start after a blank row, with a title above them", async () => {
    const rows =
      row(1, ["Prices"]) +
      row(2, ["Part", "Price"]) +
      row(3, ["Valve", 12]) +
      row(5, ["People"]) +
      row(6, ["Person", "Town"]) +
      row(7, ["Ann", "Bern"]);
    expect(await linesFrom({ rows })).toEqual([
      "heading1@1: S",
      "paragraph@1: Prices",
      "table_header#1@1: Part | Price",
      "table_row#1@1: Valve | 12",
      "paragraph@1: People",
      "table_header#2@1: Person | Town",
      "table_row#2@1: Ann | Bern",
    ]);
  });

  it("continue after a blank row that no header follows", async () => {
    const rows = row(1, ["Part", "Price"]) + row(2, ["Valve", 12]) + row(4, ["Total", 12]) + row(6, ["checked"]);
    expect(await linesFrom({ rows })).toEqual([
      "heading1@1: S",
      "table_header#1@1: Part | Price",
      "table_row#1@1: Valve | 12",
      "table_row#1@1: Total | 12",
      "table_row#1@1: checked",
    ]);
  });

  it("are separate when side by side", async () => {
    const rows =
      row(1, ["Part", "Price", "", "Person", "Town"]) +
      row(2, ["Valve", 12, "", "Ann", "Bern"]) +
      row(3, ["Seal", 3, "", "Bob"]) +
      row(4, ["Pipe", 4]);
    expect(await linesFrom({ rows })).toEqual([
      "heading1@1: S",
      "table_header#1@1: Part | Price",
      "table_row#1@1: Valve | 12",
      "table_row#1@1: Seal | 3",
      "table_row#1@1: Pipe | 4",
      "table_header#2@1: Person | Town",
      "table_row#2@1: Ann | Bern",
      "table_row#2@1: Bob",
    ]);
  });

  it("are emitted in parts, with repeated headers, when side by side and long", async () => {
    const rows = Array.from({ length: 4_500 }, (_, index) =>
      index === 0
        ? row(1, ["Part", "Price", "", "Person", "Town"])
        : row(index + 1, [`p${index}`, index, "", `n${index}`, "Bern"]),
    ).join("");
    const lines = await linesFrom({ rows });
    expect(lines.filter((line) => line.startsWith("table_row"))).toHaveLength(2 * 4_499);
    expect(lines.filter((line) => /table_header#\d+@1: Person \| Town/.test(line))).toHaveLength(3);
  });

  it("remain one table when a blank column only separates figures", async () => {
    const rows = row(1, ["Item", "2022", "", "2023", "2024"]) + row(2, ["Rent", 5, "", 6, 7]);
    expect(await linesFrom({ rows })).toEqual([
      "heading1@1: S",
      "table_header#1@1: Item | 2022 |  | 2023 | 2024",
      "table_row#1@1: Rent | 5 |  | 6 | 7",
    ]);
  });

  it("may have a blank corner, and group names above the column names", async () => {
    const corner = row(1, ["May", "June"], 2) + row(2, ["Rain", 4, 5]);
    expect(await linesFrom({ rows: corner })).toEqual([
      "heading1@1: S",
      "table_header#1@1: | May | June",
      "table_row#1@1: Rain | 4 | 5",
    ]);
    const groups = row(1, ["2023", "", "2024"], 2) + row(2, ["Town", "Q1", "Q2", "Q1"]) + row(3, ["Bern", 1, 2, 3]);
    expect(await linesFrom({ rows: groups })).toEqual([
      "heading1@1: S",
      "table_header#1@1: | 2023 |  | 2024",
      "table_header#1@1: Town | Q1 | Q2 | Q1",
      "table_row#1@1: Bern | 1 | 2 | 3",
    ]);
  });

  it("that the workbook defines have its header row and name", async () => {
    const table = (name: string) =>
      `<table ${MAIN_NAMESPACES.sheet} id="1" name="x" displayName="${name}" ref="A2:B4"/>`;
    const rows = row(1, ["a", "b"]) + row(2, [1, 2]) + row(3, ["x", 5]);
    expect(await linesFrom({ rows, parts: { table: table("Sales_by_region") } })).toEqual([
      "heading1@1: S",
      "table_header#1@1: a | b",
      "paragraph@1: Sales by region",
      "table_header#2@1: 1 | 2",
      "table_row#2@1: x | 5",
    ]);
    expect(await linesFrom({ rows, parts: { table: table("Tabelle1") } })).not.toContain("paragraph@1: Tabelle1");
  });

  it("that are very wide repeat the column names in each row", async () => {
    const names = Array.from({ length: 40 }, (_, index) => `measurement ${index}`);
    const rows = row(1, names) + row(2, [1, "", 3]);
    expect((await linesFrom({ rows })).at(-1)).toBe("table_row#1@1: measurement 0: 1 | measurement 2: 3");
  });
});

describe("content other than cells", () => {
  it("comments, text boxes and charts follow the rows", async () => {
    const comments = `<comments ${MAIN_NAMESPACES.sheet}><commentList><comment ref="B2"><text><r><t>Check </t></r><r><t>this.</t></r></text></comment></commentList></comments>`;
    const drawing =
      `<xdr:wsDr ${MAIN_NAMESPACES.drawing}><xdr:twoCellAnchor><xdr:sp><xdr:txBody><a:p><a:r><a:t>In a box.</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor>` +
      '<xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c1"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>';
    const chart = `<c:chartSpace ${MAIN_NAMESPACES.drawing}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Rain</a:t></a:r></a:p></c:rich></c:tx></c:title></c:chart></c:chartSpace>`;
    const options = {
      parts: {
        "xl/parts/_rels/drawing1.xml.rels": relationships(["c1", "chart", "../charts/chart1.xml"]),
        "xl/charts/chart1.xml": chart,
      },
    };
    const sheet = { rows: row(1, ["only"]), parts: { comments, drawing } };
    const text = ["heading1@1: S", "paragraph@1: only", "paragraph@1: In a box.", "paragraph@1: Rain"];
    expect(await linesFrom(sheet, options)).toEqual([...text, "paragraph@1: B2: Check this."]);
    expect(await linesFrom(sheet, options, { comments: false })).toEqual(text);
  });

  it("a threaded comment is read once", async () => {
    const comments = `<comments ${MAIN_NAMESPACES.sheet}><commentList><comment ref="A1"><text><t>[Threaded comment] Your version of Excel can't show it. Why?</t></text></comment></commentList></comments>`;
    const threadedComment =
      '<ThreadedComments xmlns="x"><threadedComment ref="A1"><text>Why?</text></threadedComment><threadedComment ref="A1"><text>Because.</text></threadedComment></ThreadedComments>';
    const lines = await linesFrom({ rows: row(1, ["a"]), parts: { comments, threadedComment } });
    expect(lines.slice(2)).toEqual(["paragraph@1: A1: Why?", "paragraph@1: A1: Because."]);
  });

  it("a legacy copy without its thread is read as its remarks; a person's comment is unchanged", async () => {
    const comments =
      `<comments ${MAIN_NAMESPACES.sheet}><authors><author>Ann</author><author>tc={A}</author><author>tc={B}</author></authors><commentList>` +
      '<comment ref="A1" authorId="0"><text><t>[Note] mine</t></text></comment>' +
      '<comment ref="B2" authorId="1"><text><t>[Kommentarthread]\n\nIhre Excel-Version … https://go.microsoft.com/fwlink/?linkid=870924\n\nKommentar:\n    Preis prüfen\nAntwort:\n    Stimmt</t></text></comment>' +
      '<comment ref="C3" authorId="2"><text><t>[x]\n\nx\n\nx:\n    Changed since</t></text></comment></commentList></comments>';
    const threadedComment =
      '<ThreadedComments xmlns="x"><threadedComment ref="C3" id="{b}"><text>Changed</text></threadedComment></ThreadedComments>';
    const lines = await linesFrom({ rows: row(1, ["a"]), parts: { comments, threadedComment } });
    expect(lines.slice(2)).toEqual([
      "paragraph@1: C3: Changed",
      "paragraph@1: A1: [Note] mine",
      "paragraph@1: B2: Preis prüfen",
      "paragraph@1: B2: Stimmt",
    ]);
  });

  it("hidden sheets are read by default; when excluded, they still count as pages", async () => {
    const sheets = [
      { name: "Seen", rows: row(1, ["a"]) },
      { name: "Unseen", rows: row(1, ["b"]), state: "veryHidden" as const },
      { name: "Last", rows: row(1, ["c"]) },
    ];
    const all = linesOf(await readOffice("xlsx", buildXlsx(sheets)));
    expect(all).toContain("paragraph@2: b");
    const { blocks, info } = await readOffice("xlsx", buildXlsx(sheets), {}, { hiddenContent: false });
    expect(blocks.map(({ page }) => page)).toEqual([1, 1, 3, 3]);
    expect(info.pageCount).toBe(3);
  });
});
