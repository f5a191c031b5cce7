import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { readText, textsOf } from "./read-text.ts";

const ENGLISH = "The café on the second floor serves naïve résumés — “quoted” — all day long.";
const GERMAN = "Die Straße führt über Brücken nach Köln, größer als München, und schließt früh. ".repeat(4).trim();
const RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю. Погода сегодня хорошая. ".repeat(4).trim();
const JAPANESE =
  "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗い所で泣いていた。".repeat(4);
const CHINESE = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。".repeat(4);

describe("encodings", () => {
  it.each([
    ["UTF-8", ENGLISH, "utf8", {}],
    ["UTF-8 with a byte-order mark", ENGLISH, "utf8", { addBOM: true }],
    ["UTF-16LE with a byte-order mark", CHINESE, "utf16le", { addBOM: true }],
    ["UTF-16BE with a byte-order mark", ENGLISH, "utf16be", { addBOM: true }],
    ["UTF-16LE", ENGLISH, "utf16le", {}],
    ["UTF-16BE", ENGLISH, "utf16be", {}],
    ["UTF-32LE with a byte-order mark", ENGLISH, "utf32le", { addBOM: true }],
    ["Windows-1252", GERMAN, "win1252", {}],
    ["Windows-1251", RUSSIAN, "win1251", {}],
    ["Shift-JIS", JAPANESE, "shiftjis", {}],
    ["GB18030", CHINESE, "gb18030", {}],
  ])("reads %s", async (_name, text, encoding, options) => {
    expect(textsOf(await readText("txt", iconv.encode(text, encoding, options)))).toEqual([text]);
  });

  it("reads a file whose first odd byte comes late", async () => {
    const text = `${"plain words only. ".repeat(20_000)}\n\n${GERMAN}`;
    expect(textsOf(await readText("txt", iconv.encode(text, "win1252"))).at(-1)).toBe(GERMAN);
  });

  it("keeps UTF-8 that has a few damaged bytes", async () => {
    const bytes = Buffer.concat([Buffer.from(GERMAN), Buffer.from([0xff]), Buffer.from(` ${GERMAN}`)]);
    expect(textsOf(await readText("txt", bytes))[0]).toContain("schließt früh.\ufffd Die Straße");
  });

  it("cuts no character at the border of two reads", async () => {
    const text = "ß€😀".repeat(200_000);
    const texts = textsOf(await readText("txt", text));
    expect(texts.join("")).toBe(text);
  });
});

describe("files that are not text", () => {
  it.each([
    ["txt", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), "the file is a PNG image, not a text file (.txt)"],
    ["md", Buffer.from("%PDF-1.7\n1 0 obj"), "the file is a PDF, not a text file (.md)"],
    ["txt", Buffer.from("PK\x03\x04\x14\0\0\0", "latin1"), "the file is a ZIP archive, not a text file (.txt)"],
    ["csv", Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256)), "the file is binary data"],
  ])("says so of a .%s", async (fileType, bytes, message) => {
    await expect(readText(fileType, bytes)).rejects.toMatchObject({
      reason: "wrong_type",
      message: expect.stringContaining(message),
    });
  });
});
