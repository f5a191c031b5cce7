import { expect, test } from "vitest";
import { buildDocx, run } from "./build-docx.ts";
import { buildXlsx, row } from "./build-xlsx.ts";
import { readOffice } from "./read-office.ts";

const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink";

const external = (...urls: readonly string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${urls
    .map((url, at) => `<Relationship Id="h${at}" Type="${TYPE}" Target="${url}" TargetMode="External"/>`)
    .join("")}</Relationships>`;

const field = (instruction: string, words: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(words)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

test("Word links come from hyperlink elements and fields, not from anchors within the document", async () => {
  const body =
    `<w:p>${run("See ")}<w:hyperlink r:id="h0">${run("the ")}${run("form")}</w:hyperlink>${run(" or ")}` +
    `${field(" HYPERLINK &quot;https://b.example/2&quot; \\o &quot;tip&quot; ", "this one")}${run(".")}` +
    `<w:hyperlink w:anchor="top">${run(" Up")}</w:hyperlink></w:p>` +
    `<w:p><w:fldSimple w:instr="HYPERLINK https://c.example/3">${run("Third")}</w:fldSimple>${run(" end")}</w:p>` +
    `<w:p>${run("Nothing.")}</w:p>`;
  const files = { "word/_rels/document.xml.rels": external("https://a.example/1") };
  const { blocks } = await readOffice("docx", buildDocx(body, { files }));
  expect(blocks.map(({ links }) => links).filter((links) => links !== undefined)).toEqual([
    [
      { text: "the form", url: "https://a.example/1" },
      { text: "this one", url: "https://b.example/2" },
    ],
    [{ text: "Third", url: "https://c.example/3" }],
  ]);
  expect(blocks[0]!.text).toBe("See the form or this one. Up");
});

test("spreadsheet links come from the sheet's hyperlinks and from HYPERLINK formulas", async () => {
  const formula =
    '<row r="3"><c r="A3" t="str"><f>HYPERLINK("https://f.example/x","Formula")</f><v>Formula</v></c><c r="B3"><v>3</v></c></row>';
  const rows = `${row(1, ["Part", "Price"])}${row(2, ["Valve", 12])}${formula}${row(4, ["Seal", 4])}`;
  const trailing = '<hyperlinks><hyperlink ref="A2" r:id="h0"/><hyperlink ref="A4" location="Sheet2!A1"/></hyperlinks>';
  const parts = { "xl/worksheets/_rels/sheet1.xml.rels": external("https://s.example/valve") };
  const { blocks } = await readOffice("xlsx", buildXlsx([{ name: "Prices", rows, behind: trailing }], { parts }));
  expect(blocks.flatMap(({ links = [] }) => links)).toEqual([
    { text: "Valve", url: "https://s.example/valve" },
    { text: "Formula", url: "https://f.example/x" },
  ]);
});
