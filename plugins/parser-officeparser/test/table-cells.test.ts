import { expect, test } from "vitest";
import { unwrapCells } from "../src/unwrap-cells.ts";
import { manualRtf, odf, paragraph, table } from "./build-odf.ts";
import { readFile } from "./read-file.ts";

const list = (...items: readonly string[]): string =>
  `<text:list>${items.map((item) => `<text:list-item>${item}</text:list-item>`).join("")}</text:list>`;
const cell = (content: string, attributes = ""): string =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const row = (...cells: readonly string[]): string => `<table:table-row>${cells.join("")}</table:table-row>`;
const grid = (...rows: readonly string[]): string => `<table:table table:name="t">${rows.join("")}</table:table>`;
const item = (text: string): string => list(paragraph(text));
const page = (content: string): string => `<draw:page draw:name="p"><draw:frame>${content}</draw:frame></draw:page>`;

test("lists in cells of slides are read, with cells that are merged, repeated, covered or nested", async () => {
  const body = page(
    grid(
      row(cell(item("Quay")), cell(item("Summer")), cell(item("Winter"))),
      row(
        cell(item("North quay"), 'table:number-columns-spanned="2"'),
        "<table:covered-table-cell/>",
        cell(item("260")),
      ),
      row(
        cell(list(paragraph("South"), list(paragraph("quay")))),
        cell(item("7"), 'table:number-columns-repeated="2"'),
      ),
      row(
        cell(list(grid(row(cell(item("in")), cell(paragraph("side")))))),
        cell("<text:section>" + item("deep") + "</text:section>"),
        cell(""),
      ),
    ),
  );
  const { lines } = await readFile("odp", odf("presentation", body));
  expect(lines.slice(0, 4)).toEqual([
    "table_header#1@1: Quay | Summer | Winter",
    "table_row#1@1: North quay | North quay | 260",
    "table_row#1@1: South quay | 7 | 7",
    "table_row#1@1: in side | deep",
  ]);
});

test("content outside of cells is unchanged, in text documents, too, and speaker notes are included", async () => {
  const text = odf("text", item("Alone") + grid(row(cell(item("a")), cell(paragraph("b")))) + item("Behind"));
  expect((await readFile("odt", text)).lines).toEqual([
    "paragraph: Alone",
    "table_header#1: a | b",
    "paragraph: Behind",
  ]);
  const notes = `<presentation:notes><draw:frame><draw:text-box>${item("Say it.")}${paragraph("Twice.")}</draw:text-box></draw:frame></presentation:notes>`;
  const slide = page(grid(row(cell(item("x")), cell(item("y"))))).replace("</draw:page>", `${notes}</draw:page>`);
  const { lines } = await readFile("odp", odf("presentation", slide));
  expect(lines.join("\n")).toContain("x | y");
  expect(lines.join("\n")).toContain("Say it.");
  expect(lines.join("\n")).toContain("Twice.");
});

test("markup in comments, texts and attributes is ignored, and huge input is processed", () => {
  const quoted = `<table:table-cell a="<text:list>'>"><!-- <text:list> --><![CDATA[<text:list>]]><text:p/></table:table-cell><text:list/>`;
  expect(unwrapCells(quoted)).toBeUndefined();
  expect(unwrapCells("<table:table-cell/><text:list></text:list>")).toBeUndefined();
  expect(unwrapCells(`<table:table-cell>${'<!--<a b="'.repeat(200_000)}`)).toBeUndefined();
  expect(unwrapCells(`<table:table-cell>${"<text:list>".repeat(200_000)}`)).toBe("<table:table-cell>");
});

test("text in symbol fonts is decoded", async () => {
  const styles =
    '<style:style style:name="T1" style:family="text"><style:text-properties style:font-name="Wingdings1"/></style:style>' +
    '<style:style style:name="T2" style:family="text"><style:text-properties style:font-name="Symbol"/></style:style>';
  const span = (style: string, text: string) => `<text:span text:style-name="${style}">${text}</text:span>`;
  const body = paragraph(`5 ${span("T2", "m")}g ${span("T1", "J\uf0fc")}`) + table("T", ["Part", "OK"]);
  const { lines } = await readFile("odt", styledOdt(body, styles));
  expect(lines[0]).toBe("paragraph: 5 μg ☺✓");
  const rtf = new TextDecoder().decode(manualRtf).replace("Arial;}", "Arial;}{\\f1\\fcharset2 Symbol;}");
  const symbol = new TextEncoder().encode(rtf.replace("twelve metres", "5 {\\f1 m}g"));
  expect((await readFile("rtf", symbol)).lines.join("\n")).toContain("5 μg");
});

/** Builds a text document with automatic styles before its body. */
const styledOdt = (body: string, styles: string): Uint8Array => {
  const namespaces = ["office", "text", "table", "style"]
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(" ");
  return odf("text", "", {
    "content.xml": `<office:document-content ${namespaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
  });
};
