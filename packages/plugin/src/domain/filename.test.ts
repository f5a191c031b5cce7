import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanFilename } from "./filename.ts";
import { MAX_FILENAME_BYTES } from "./limits.ts";

test.each([
  ["report.pdf", "report.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\me\\Ünïcode 日本.docx", "Ünïcode 日本.docx"],
  ["a\u0000b\r\nc\u0085.txt", "abc.txt"],
  ["invoice\u202efdp.exe", "invoicefdp.exe"],
  ["\ufeffa\u200bb\u200f\u200e\u2060\u00ad.txt", "ab.txt"],
  ["می\u200cخواهم.txt", "می\u200cخواهم.txt"],
  ["👩\u200d🔬.png", "👩\u200d🔬.png"],
  ["  spaced name.md  ", "spaced name.md"],
  ["dir/", ""],
  ["..", ""],
  [" . ", ""],
  ["\u0001", ""],
  [".env", ".env"],
])("%j is stored as %j", (input, stored) => {
  expect(cleanFilename(input)).toBe(stored);
});

test("shortening a long name preserves its extension", () => {
  const name = cleanFilename(`${"ü".repeat(300)}.pptx`);
  expect(name.endsWith("ü.pptx")).toBe(true);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(MAX_FILENAME_BYTES);
});

test("a long name is not cut within a character", () => {
  expect(cleanFilename(`x${"😀".repeat(100)}`)).toBe(`x${"😀".repeat(63)}`);
});

test("any name becomes short, well formed and free of separators, and cleaning it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (input) => {
      const name = cleanFilename(input);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(MAX_FILENAME_BYTES);
      expect(name.isWellFormed()).toBe(true);
      expect(name).not.toMatch(/[/\\\p{Cc}]/u);
      expect(cleanFilename(name)).toBe(name);
    }),
    { numRuns: 2_000 },
  );
});
