import { expect, test } from "vitest";
import { FILE_TYPES, fileTypeOf, mediaTypeOf, supportedFileTypesText } from "./file-types.ts";

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

test("all types of the spec are there, each with a media type", () => {
  expect(FILE_TYPES).toHaveLength(18);
  for (const type of FILE_TYPES) expect(mediaTypeOf(type)).toMatch(/^[a-z]+\/[\w.+-]+(; charset=utf-8)?$/);
  expect(mediaTypeOf("tif")).toBe("image/tiff");
  expect(mediaTypeOf("toString")).toBe("application/octet-stream");
  expect(supportedFileTypesText()).toMatch(/^\.pdf, \.docx, .*\.gif$/);
});
