import { describe, expect, it } from "vitest";
import { describeFileContent, sniffFileType } from "./sniff-file-type.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("sniffFileType", () => {
  it.each([
    ["%PDF-1.7\n", "pdf"],
    ["\n\n%garbage\n%PDF-1.4", "pdf"],
    ["PK\x03\x04\x14\0", "zip"],
    ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole2"],
    ["\x89PNG\r\n\x1a\n", "png"],
    ["\xff\xd8\xff\xe0", "jpeg"],
    ["GIF89a", "gif"],
    ["BM\x36\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0", "bmp"],
    ["II*\0", "tiff"],
    ["MM\0*", "tiff"],
  ])("detects %j as %s", (head, type) => {
    expect(sniffFileType(bytes(head))).toBe(type);
  });

  it.each(["", "BM is the ticker of a company", "PK", "hello, world", "GIF"])("detects no type for %j", (head) => {
    expect(sniffFileType(bytes(head))).toBeUndefined();
  });
});

describe("describeFileContent", () => {
  it("describes the content in everyday terms", () => {
    expect(describeFileContent(bytes("\x89PNG\r\n\x1a\n"))).toBe("a PNG image");
    expect(describeFileContent(bytes("<!DOCTYPE html><p>"))).toBe("an HTML page");
    expect(describeFileContent(bytes("just words"))).toBe("plain text");
    expect(describeFileContent(bytes("\x01\0\x02\0"))).toBe("an unknown kind of file");
  });
});
