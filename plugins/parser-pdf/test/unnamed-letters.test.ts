import { describe, expect, it } from "vitest";
import { looksCiphered } from "../src/ocr/unreadable-lines.ts";
import { buildPdf, type FixturePdf } from "./build-pdf.ts";
import { CipherFont } from "./cipher-font.ts";
import { type ReadPdf, readPdf, textsOf, useFolder } from "./read-pdf.ts";

useFolder();

const TITLE = "ANNUAL HARBOUR SURVEY";
const LINES = ["THE NORTHERN BASIN WAS DREDGED IN APRIL", "AND THE PILOT STATION MOVED TO PIER NINE"];
const PLAIN = ["The crane was tested on Monday with twice its load.", "No part of it was found to be worn or cracked."];

const plainLines = PLAIN.map((text, at) => ({ text, x: 72, y: 600 - at * 16, size: 12 }));
const textOf = ({ blocks }: ReadPdf): string => textsOf(blocks).join(" ");

/** Builds a page with text in a font without a letter mapping, and some in a font with one. */
function fixture(font: CipherFont, ciphered: readonly string[], plain = plainLines): FixturePdf {
  const drawn = ciphered.map((text, at) => `BT /C 14 Tf 72 ${760 - at * 24} Td ${font.shown(text)} ET`);
  return { pages: [plain], drawings: { 0: drawn.join("\n") }, fonts: "/C 100000 0 R", extra: font.objects };
}

describe("a font without a mapping to letters", { timeout: 120_000 }, () => {
  it.each([
    ["shifted codes", (code: number) => code - 29],
    ["scattered codes", (code: number) => 33 + ((code * 37) % 90)],
    ["letters substituted by letters", (code: number) => 65 + ((code * 7 + 5) % 26)],
  ])("causes OCR of its page: %s", async (_, codeOf) => {
    const font = new CipherFont(codeOf);
    const { blocks, info } = await readPdf(buildPdf(fixture(font, [TITLE, ...LINES, ...LINES], [])));
    expect(textsOf(blocks).join(" ")).toContain("NORTHERN BASIN WAS DREDGED");
    expect(textsOf(blocks).join(" ")).toContain("PILOT STATION");
    expect(textsOf(blocks).join(" ")).not.toContain(font.code("NORTHERN"));
    expect(info.ocrPageCount).toBe(1);
  });

  it("is recognised alone where the rest of the page is readable, at its position", async () => {
    const font = new CipherFont((code) => code - 29);
    const result = await readPdf(buildPdf(fixture(font, [TITLE])));
    expect(textOf(result)).toMatch(/^ANNUAL HARBOUR SURVEY The crane was tested/);
    expect(textOf(result)).toContain("worn or cracked.");
    expect(textOf(result)).not.toContain(font.code("HARBOUR"));
    expect(result.info).toMatchObject({ ocrPageCount: 1, warnings: [] });
  });

  it("is recognised although the file maps its letters to meaningless characters", async () => {
    const font = new CipherFont(
      (code) => code - 29,
      (code) => 0xe000 + code,
    );
    const result = await readPdf(buildPdf(fixture(font, [TITLE])));
    expect(textOf(result)).toMatch(/^ANNUAL HARBOUR SURVEY/);
  });

  it("is omitted with a warning that names the pages when OCR is off", async () => {
    const font = new CipherFont((code) => code - 29);
    const { blocks, info } = await readPdf(buildPdf(fixture(font, [TITLE])), { ocr: "off" });
    expect(textsOf(blocks).join(" ")).toBe(PLAIN.join(" "));
    expect(info.warnings).toEqual([
      "page 1: text was skipped, because its fonts don't declare their characters and it was not recognised",
    ]);
    const whole = await readPdf(buildPdf(fixture(font, [TITLE, ...LINES], [])), { ocr: "off" });
    expect(whole.blocks).toEqual([]);
    expect(whole.info.warnings).toHaveLength(1);
  });

  it("is read as is where its codes are ASCII, as in old files", async () => {
    const font = new CipherFont((code) => code);
    const { blocks, info } = await readPdf(buildPdf(fixture(font, [TITLE, ...LINES], [])));
    expect(textsOf(blocks).join(" ")).toContain("NORTHERN BASIN");
    expect(info.ocrPageCount).toBeUndefined();
  });
});

describe("looksCiphered", () => {
  it.each([
    "The quick survey of the coast took three weeks and 14 boats (see table 2).",
    "Die Straßenbahn fährt heute über die Brücke zum Hauptbahnhof.",
    "Strč prst skrz krk a další věty v češtině, které mají dost samohlásek.".replace(/[^ -ÿ]/g, "e"),
    "Przepisy prawne oraz wzory dokumentow sa dostepne w urzedzie.",
    "1,204.50 1,300.75 88.2% 2019 2020 2021",
    "F = ma",
    "2K 11K 20K 29K 38K 47K 56K 65K 74K 83K 92K 101K Context Length (#Tokens)",
  ])("accepts a text: %s", (text) => expect(looksCiphered(text)).toBe(false));

  it.each(["$QQXDO KDUERXU LQVSHFWLRQ", "!SS9M /3M)9)/XSN>#8XS", "$118$/ +$5%285 6859(<", "ÐÑÒ§¶·¸¹»¼½¾ÐÑÒÓÔÕ"])(
    "detects a cipher: %s",
    (text) => expect(looksCiphered(text)).toBe(true),
  );
});
