import { expect, it } from "vitest";
import { buildDocx, paragraph, paragraphOf, run } from "./build-docx.ts";
import { MAIN_NAMESPACES, relationships } from "./build-office.ts";
import { buildPptx, shapeOf } from "./build-pptx.ts";
import { buildXlsx } from "./build-xlsx.ts";
import { linesOf, readOffice } from "./read-office.ts";

const fonts = (ascii: string, hAnsi = ascii): string => `<w:rFonts w:ascii="${ascii}" w:hAnsi="${hAnsi}"/>`;
const theme = (minor: string): string =>
  `<a:theme ${MAIN_NAMESPACES.drawing}><a:themeElements><a:fontScheme><a:majorFont><a:latin typeface="Calibri"/></a:majorFont><a:minorFont><a:latin typeface="${minor}"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>`;

const wordLines = async (body: string, styles = "", parts: Record<string, string> = {}): Promise<string[]> =>
  linesOf(await readOffice("docx", buildDocx(body, { styles, parts })));

it("symbol fonts of runs and private-use characters are decoded", async () => {
  const body = paragraphOf(
    run("5 ") +
      run("m", fonts("Symbol")) +
      run("g, ") +
      run("\uf057", '<w:rFonts w:cs="Symbol" w:hint="cs"/>') +
      run(" a", fonts("Arial", "Symbol")) +
      run(" m", '<w:rFonts w:cs="Symbol"/>') +
      run(" ü", fonts("Arial", "Wingdings")),
  );
  expect(await wordLines(body)).toEqual(["paragraph: 5 μg, Ω a m ✓"]);
});

it("symbol fonts of styles, base styles, document defaults and the theme are decoded", async () => {
  const style = (type: string, id: string, properties: string) =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id}"/>${properties}</w:style>`;
  const styles =
    `<w:docDefaults><w:rPrDefault><w:rPr>${fonts("Symbol")}</w:rPr></w:rPrDefault></w:docDefaults>` +
    style("paragraph", "Text", `<w:rPr>${fonts("Arial")}</w:rPr>`) +
    style("paragraph", "Ticks", `<w:basedOn w:val="Text"/><w:rPr>${fonts("Wingdings")}</w:rPr>`) +
    style("paragraph", "Ticked", '<w:basedOn w:val="Ticks"/>') +
    style("character", "Plain", `<w:rPr>${fonts("Arial")}</w:rPr>`) +
    style("character", "Greek", `<w:rPr>${fonts("Symbol")}</w:rPr>`);
  const themed = '<w:rFonts w:asciiTheme="minorHAnsi" w:hAnsiTheme="minorHAnsi" w:ascii="Arial" w:hAnsi="Arial"/>';
  const body =
    paragraph("a") +
    paragraph("a", "Text") +
    paragraphOf(run("ü") + run(" a", '<w:rStyle w:val="Plain"/>'), '<w:pStyle w:val="Ticked"/>') +
    paragraphOf(
      run("m", '<w:rStyle w:val="Greek"/>') + run("m", `<w:rStyle w:val="Greek"/>${fonts("Arial")}`),
      '<w:pStyle w:val="Text"/>',
    ) +
    paragraphOf(run("r", themed), '<w:pStyle w:val="Text"/>');
  expect(await wordLines(body, styles, { theme: theme("Webdings") })).toEqual([
    "paragraph: α",
    "paragraph: a",
    "paragraph: ✓ a",
    "paragraph: μm",
    "paragraph: ✕",
  ]);
});

it("symbols, checkboxes and SYMBOL fields are decoded", async () => {
  const box =
    '<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>' +
    `${run("☒", '<w:rFonts w:ascii="MS Gothic" w:hAnsi="MS Gothic"/>')}</w:sdtContent></w:sdt>`;
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const body = paragraphOf(
    `${box}<w:r><w:rPr>${fonts("Symbol")}</w:rPr><w:sym w:font="Symbol" w:char="F0B4"/></w:r>` +
      `${mark("begin")}<w:r><w:instrText> SYMBOL 74 \\f "Wingdings" </w:instrText></w:r>${mark("end")}` +
      '<w:fldSimple w:instr="SYMBOL 109 \\f Symbol"/>' +
      `<w:fldSimple w:instr="PAGE">${run("7")}</w:fldSimple>`,
  );
  expect(await wordLines(body)).toEqual(["paragraph: ☒×☺μ7"]);
});

it("slides: letters are decoded by their latin or symbol font, except text typed after a symbol", async () => {
  const chunk = (text: string, properties: string) => `<a:r><a:rPr>${properties}</a:rPr><a:t>${text}</a:t></a:r>`;
  const latin = (font: string) => `<a:latin typeface="${font}"/>`;
  const symbol = (font: string) => `<a:sym typeface="${font}"/>`;
  const runs =
    chunk("5 ", "") +
    chunk("m", latin("Symbol")) +
    chunk("g ", latin("Arial")) +
    chunk("à", symbol("Wingdings")) +
    chunk(" next step a", symbol("Wingdings")) +
    chunk(" ü ", latin("Arial") + symbol("Wingdings")) +
    chunk("\uf04a done", symbol("Wingdings")) +
    chunk(" r", latin("+mn-lt")) +
    chunk(" m", "");
  const bullet = '<a:pPr><a:buFont typeface="Wingdings"/><a:buChar char="ü"/></a:pPr>';
  const shapes = shapeOf(2, "", `<a:p>${runs}</a:p><a:p>${bullet}<a:r><a:t>Item</a:t></a:r></a:p>`);
  const bytes = buildPptx([{ shapes }]);
  expect(linesOf(await readOffice("pptx", bytes))).toEqual([
    "paragraph@1: 5 μg → next step a ✓ ☺ done r m",
    "list_item@1: Item",
  ]);
});

const stylesOf = (cellFonts: readonly string[]): string =>
  `<styleSheet ${MAIN_NAMESPACES.sheet}><numFmts><numFmt numFmtId="200" formatCode="&quot;ü&quot;;;&quot;û&quot;"/></numFmts><fonts>${cellFonts
    .map((font) => `<font>${font}</font>`)
    .join(
      "",
    )}</fonts><cellXfs>${cellFonts.map((_, index) => `<xf numFmtId="${index === 4 ? 200 : 0}" fontId="${index}"/>`).join("")}</cellXfs></styleSheet>`;

it("cells are decoded by the font of their style, runs by their own; numbers are unchanged", async () => {
  const named = (font: string) => `<name val="${font}"/>`;
  const styles = stylesOf([
    named("Calibri"),
    named("Wingdings"),
    named("Symbol"),
    `${named("Arial")}<scheme val="minor"/>`,
    named("Wingdings"),
  ]);
  const own = (font: string, text: string) =>
    `<r><rPr><rFont val="${font}"/></rPr><t xml:space="preserve">${text}</t></r>`;
  const shared = [
    "<si><t>ü</t></si>",
    `<si><r><t>ü</t></r>${own("Calibri", " ü passed")}</si>`,
    `<si><r><t xml:space="preserve">5 </t></r>${own("Symbol", "m")}${own("Calibri", "g")}</si>`,
  ].join("");
  const cell = (style: number, type: string, value: string) => `<c s="${style}" t="${type}">${value}</c>`;
  const rows =
    `<row r="1">${cell(1, "s", "<v>0</v>")}${cell(0, "s", "<v>0</v>")}${cell(1, "s", "<v>1</v>")}${cell(0, "s", "<v>2</v>")}</row>` +
    `<row r="2">${cell(2, "str", "<f>A1</f><v>m</v>")}${cell(1, "n", "<v>42</v>")}${cell(3, "inlineStr", "<is><t>a</t></is>")}${cell(4, "n", "<v>1</v>")}</row>` +
    `<row r="3">${cell(1, "inlineStr", `<is><r><t>û</t></r>${own("Arial", " û")}</is>`)}${cell(4, "n", "<v>0</v>")}</row>`;
  const bytes = buildXlsx([{ name: "S", rows }], {
    parts: {
      "xl/styles.xml": styles,
      "xl/sharedStrings.xml": `<sst ${MAIN_NAMESPACES.sheet}>${shared}</sst>`,
      "xl/theme.xml": theme("Webdings"),
      "xl/_rels/workbook.xml.rels": relationships(
        ["s1", "worksheet", "worksheets/sheet1.xml"],
        ["x1", "sharedStrings", "sharedStrings.xml"],
        ["x2", "styles", "styles.xml"],
        ["x3", "theme", "theme.xml"],
      ),
    },
  });
  expect(linesOf(await readOffice("xlsx", bytes)).slice(1)).toEqual([
    "table_header#1@1: ✓ | ü | ✓ ü passed | 5 μg",
    "table_row#1@1: μ | 42 | ✔ | ✓",
    "table_row#1@1: ✗ û | ✗",
  ]);
});
