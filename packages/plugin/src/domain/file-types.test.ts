import { expect, test } from "vitest";
import {
  FILE_TYPES,
  fileTypeOf,
  isFileTypeName,
  mediaTypeOf,
  readTypes,
  furtherTypesText,
  supportedFileTypesText,
} from "./file-types.ts";

test.each([
  ["a.pdf", "pdf"],
  ["A.PDF", "pdf"],
  ["archive.tar.md", "md"],
  [".txt", "txt"],
  ["scan.tif", "tif"],
  ["scan.tiff", "tiff"],
  ["page.HTM", "htm"],
  ["pdf", undefined],
  ["a.exe", undefined],
  ["a.", undefined],
  ["a.pdf ", undefined],
  ["a.constructor", undefined],
  ["a.__proto__", undefined],
])("the type of %j is %s", (filename, type) => {
  expect(fileTypeOf(filename)).toBe(type);
});

test("there are 18 built-in file types, each with a media type", () => {
  expect(FILE_TYPES).toHaveLength(18);
  for (const type of FILE_TYPES) expect(mediaTypeOf(type)).toMatch(/^[a-z]+\/[\w.+-]+(; charset=utf-8)?$/);
  expect(mediaTypeOf("tif")).toBe("image/tiff");
  expect(mediaTypeOf("toString")).toBe("application/octet-stream");
  expect(supportedFileTypesText()).toMatch(/^\.pdf, \.docx, .*\.gif$/);
});

test("readTypes lists the built-in types that have a parser first, then the others", () => {
  const parsers = new Map(["tif", "eml", "md", "pdf"].map((type) => [type, {}] as const));
  expect(readTypes(parsers)).toEqual(["pdf", "md", "tif", "eml"]);
  expect(mediaTypeOf("eml")).toBe("message/rfc822");
});

test("a file type with a configured parser is supported", () => {
  const further = new Set(["epub", "tif"]);
  expect(fileTypeOf("Book.EPUB", further)).toBe("epub");
  expect(fileTypeOf("a.pdf", further)).toBe("pdf");
  expect(fileTypeOf("a.exe", further)).toBeUndefined();
  expect(furtherTypesText(["pdf", ...further])).toBe("; also read here: .epub");
  expect(["epub", "7z"].filter(isFileTypeName)).toHaveLength(2);
  expect(["", "PDF", ".pdf", "a b", "__proto__", "x".repeat(17)].filter(isFileTypeName)).toEqual([]);
});
