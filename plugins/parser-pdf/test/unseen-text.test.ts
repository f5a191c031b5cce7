import { describe, expect, it } from "vitest";
import { buildPdf, type FixturePdf } from "./build-pdf.ts";
import { pictureOf } from "./page-picture.ts";
import { type ReadPdf, readPdf, textsOf, useFolder } from "./read-pdf.ts";

useFolder();

const shown = (text: string, y: number): string => `BT /R 12 Tf 72 ${y} Td (${text}) Tj ET`;
const BODY = shown("The committee granted the appeal in full.", 500);

const read = (content: string, fixture: Partial<FixturePdf> = {}, settings = {}): Promise<ReadPdf> =>
  readPdf(buildPdf({ pages: [[]], drawings: { 0: `${content}\n${BODY}` }, ...fixture }), settings);

const textOf = ({ blocks }: ReadPdf): string => textsOf(blocks).join(" ");
const warningsOf = ({ info }: ReadPdf): string => (info.warnings ?? []).join(" ");

const black = { pixels: new Uint8Array(100 * 20), width: 100, height: 20, place: [68, 695, 200, 20] as const };

describe("invisible text", () => {
  it.each([
    ["white on white", `1 g ${shown("secret keyword", 700)} 0 g`],
    ["nearly white", `0.97 0.97 1 rg ${shown("secret keyword", 700)} 0 g`],
    [
      "in the colour of its background",
      `0.1 0.3 0.6 rg 60 690 300 30 re f 0.1 0.3 0.62 rg ${shown("secret keyword", 700)} 0 g`,
    ],
    ["covered by a box", `${shown("secret keyword", 700)} 0 0 1 rg 70 694 150 20 re f 0 g`],
    ["covered by a white box", `${shown("secret keyword", 700)} 1 g 70 694 150 20 re f 0 g`],
    ["transparent", `q /T gs ${shown("secret keyword", 700)} Q`],
    ["too small to read", `BT /R 0.2 Tf 72 700 Td (secret keyword) Tj ET`],
  ])("is omitted with a warning: %s", async (_, content) => {
    const result = await read(content, { resources: "/ExtGState << /T << /ca 0 >> >>" });
    expect(textOf(result)).toBe("The committee granted the appeal in full.");
    expect(warningsOf(result)).toMatch(/^2 words on page 1 can't be seen there/);
  });

  it("is omitted below a black image", async () => {
    const fixture = { pages: [[{ text: "Applicant", x: 72, y: 730 }]], pictures: { 0: black } };
    // The writer places the picture before the drawing, so it is drawn again after the text.
    const result = await read(`${shown("secret keyword", 700)} q 200 0 0 20 68 695 cm /P Do Q`, fixture);
    expect(textOf(result)).not.toContain("secret");
    expect(textOf(result)).toContain("Applicant");
  });

  it("is omitted word by word where a box covers a part of it", async () => {
    const result = await read(`${shown("Applicant: Redacted Person, of Hull", 700)} 0 g 128 695 97 16 re f`);
    expect(textOf(result)).toContain("Applicant:");
    expect(textOf(result)).toContain("of Hull");
    expect(textOf(result)).not.toMatch(/Redacted|Person/);
    expect(warningsOf(result)).toContain("page 1");
  });

  it("is omitted below a box annotation", async () => {
    const note = "<< /Type /Annot /Subtype /Square /Rect [70 694 200 714] /C [0 0 0] /IC [0 0 0] >>";
    const fixture = { extra: [note], pageEntries: { 0: "/Annots [100000 0 R]" } };
    expect(textOf(await read(shown("secret keyword", 700), fixture))).not.toContain("secret");
  });

  it("is read separately and marked as hidden with hiddenContent", async () => {
    const result = await read(`1 g ${shown("secret keyword", 700)} 0 g`, {}, { hiddenContent: true });
    expect(textsOf(result.blocks)).toEqual(["The committee granted the appeal in full.", "[hidden] secret keyword"]);
    expect(warningsOf(result)).toContain("read separately, marked as hidden");
  });

  it("is read separately and marked as hidden where it is drawn invisibly without a scan", async () => {
    const result = await read(`BT 3 Tr /R 12 Tf 72 700 Td (secret keyword) Tj 0 Tr ET`);
    expect(textsOf(result.blocks)).toEqual(["The committee granted the appeal in full.", "[hidden] secret keyword"]);
    expect(warningsOf(result)).toContain("2 words on page 1 are invisible there");
  });

  it("is reported with its number of words and its pages", async () => {
    const drawings = Object.fromEntries([0, 2, 3].map((page) => [page, `1 g ${shown("two words", 700)} 0 g ${BODY}`]));
    const result = await readPdf(buildPdf({ pages: [[], [], [], []], drawings: { ...drawings, 1: BODY } }));
    expect(warningsOf(result)).toMatch(/^6 words on pages 1, 3 and 4 can't be seen there/);
  });
});

describe("visible text", () => {
  it.each([
    ["white on a dark box", `0.1 g 60 690 300 30 re f 1 g ${shown("plain words", 700)} 0 g`],
    [
      "white on rounded corners",
      `0 0.4 0 rg 70 690 m 300 690 l 310 690 310 720 300 720 c 70 720 l 60 720 60 690 70 690 c f 1 g ${shown("plain words", 700)} 0 g`,
    ],
    ["light grey on white", `0.8 g ${shown("plain words", 700)} 0 g`],
    ["outlined in white and black", `1 g BT 2 Tr /R 12 Tf 72 700 Td (plain words) Tj 0 Tr ET 0 g`],
    ["below a highlighter's colour", `${shown("plain words", 700)} q /M gs 1 1 0 rg 60 690 300 30 re f Q`],
    ["below a transparent box", `${shown("plain words", 700)} q /H gs 0 0 1 rg 60 690 300 30 re f Q`],
    [
      "drawn again over a box that covered it",
      `${shown("plain words", 700)} 1 g 60 690 300 30 re f 0 g ${shown("plain words", 700)}`,
    ],
    [
      "with a white halo",
      `1 g ${shown("plain words", 700.6)} ${shown("plain words", 699.4)} 0 g ${shown("plain words", 700)}`,
    ],
    ["above a line", `${shown("plain words", 700)} 0 g 72 697 70 1.5 re f`],
    ["within a clip rectangle", `q 60 680 400 60 re W n ${shown("plain words", 700)} Q`],
  ])("is read once, without a warning: %s", async (_, content) => {
    const resources = "/ExtGState << /M << /BM /Multiply >> /H << /ca 0.3 >> >>";
    const result = await read(content, { resources });
    expect(textOf(result).match(/plain words/g)).toHaveLength(1);
    expect(result.info.warnings ?? []).toEqual([]);
  });

  it("is read as the text layer of a scan that lies over it", async () => {
    const layer = "The harbour was closed in the winter of that year";
    const scan = await pictureOf(buildPdf({ pages: [[{ text: layer, x: 72, y: 700, size: 12 }]] }));
    const content = `BT /R 12 Tf 72 700 Td (${layer}) Tj ET q 595 0 0 842 0 0 cm /P Do Q`;
    const result = await read(content, { pictures: { 0: scan } }, { ocr: "off" });
    expect(textOf(result)).toContain(layer);
    expect(result.info.warnings ?? []).toEqual([]);
  });

  it("includes an invisible layer over letters drawn as shapes", async () => {
    const shapes = Array.from({ length: 30 }, (_, at) => `${72 + at * 5} 700 3 8 re f`).join(" ");
    const result = await read(`0 g ${shapes} BT 3 Tr /R 12 Tf 72 700 Td (plain words of shapes) Tj 0 Tr ET`);
    expect(textOf(result)).toContain("plain words of shapes");
  });
});
