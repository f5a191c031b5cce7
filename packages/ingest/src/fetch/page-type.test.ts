import { FILE_TYPES } from "@quarry/plugin/domain";
import { expect, test } from "vitest";
import { pageType } from "./page-type.ts";

const types = new Set<string>([...FILE_TYPES, "eml"]);
const head = (text: string) => Buffer.from(text, "latin1");
const typeOf = (path: string, mediaType: string, text: string) =>
  pageType({ url: new URL(`https://example.com${path}`), mediaType }, head(text), types);

const HTML = "<!doctype html><p>a";
const ZIP = "PK\x03\x04";

const read: readonly (readonly [string, string, string, string])[] = [
  ["/", "text/html", HTML, "html"],
  ["/a.php", "text/html", HTML, "html"],
  ["/a.md", "text/html", HTML, "html"],
  ["/a", "application/xhtml+xml", HTML, "html"],
  ["/a", "", HTML, "html"],
  ["/a", "application/octet-stream", "some text", "txt"],
  ["/README.md", "text/plain", "# a", "md"],
  ["/data.csv", "application/octet-stream", "a,b", "csv"],
  ["/a", "text/plain", "a", "txt"],
  ["/a.pdf", "text/plain", "a", "txt"],
  ["/a", "text/x-rst", "a", "txt"],
  ["/a", "application/ld+json", "{}", "json"],
  ["/feed", "application/rss+xml", "<rss>", "xml"],
  ["/a", "text/html", "%PDF-1.7", "pdf"],
  ["/a.html", "image/webp", "\x89PNG\r\n\x1a\n", "png"],
  ["/a", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", ZIP, "docx"],
  ["/a.xlsx", "application/zip", ZIP, "xlsx"],
  ["/a.eml", "message/rfc822", "From: a", "eml"],
  ["/a.eml", "application/octet-stream", "\0\0", "eml"],
  ["/a", "text/html", "\xff\xfeh\0i\0", "html"],
];
test.each(read)("%s, sent as %s with %j, is read as %s", (path, mediaType, text, expected) => {
  expect(typeOf(path, mediaType, text)).toBe(expected);
});

const refused: readonly (readonly [string, string, string, string])[] = [
  ["/a", "application/zip", ZIP, "a ZIP archive"],
  ["/a.txt", "text/plain", "\0\x01\x02", "an unknown kind of file"],
  ["/a.js", "application/javascript", "let a", '"application/javascript"'],
  ["/a", "video/mp4", "\0\0\0\x18ftyp", "an unknown kind of file"],
  ["/a.doc", "application/msword", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old binary Office file"],
];
test.each(refused)("%s, sent as %s with %j, is rejected: %s", (path, mediaType, text, why) => {
  expect(() => typeOf(path, mediaType, text)).toThrow(why);
});
