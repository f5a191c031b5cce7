import { fixturePerType } from "@quarry/parse-check/fixtures";
import { expect, test } from "vitest";
import { manualOdt, manualRtf, odf, paragraph, table } from "./build-odf.ts";
import { readFile } from "./read-file.ts";

const refusal = async (fileType: string, bytes: Uint8Array, limits = {}) =>
  readFile(fileType, bytes, {}, limits).then(
    ({ lines }) => ({ lines }),
    (error: unknown) => ({ reason: (error as { reason?: string }).reason, message: (error as Error).message }),
  );

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

test("an archive that unpacks to too much or has too many entries is rejected", async () => {
  const bomb = odf("text", "", { "content.xml": " ".repeat(100_000_000) });
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await refusal("odt", bomb)).toMatchObject({ reason: "limit", message: expect.stringContaining("unpacks to") });
  const small = await refusal("odt", manualOdt, { maxUncompressedBytes: 100 });
  expect(small).toMatchObject({ reason: "limit" });
  expect(await refusal("odt", manualOdt, { maxArchiveEntries: 2 })).toMatchObject({ reason: "limit" });
});

test("a cell repeated billions of times is rejected at the cell limit", async () => {
  const cell = `<table:table-cell office:value-type="string" table:number-columns-repeated="16384">${paragraph("x")}</table:table-cell>`;
  const row = `<table:table-row table:number-rows-repeated="1048576">${cell}</table:table-row>`;
  const sheet = odf("spreadsheet", `<table:table table:name="S">${row}</table:table>`);
  expect(await refusal("ods", sheet, { maxCells: 100_000 })).toMatchObject({
    reason: "limit",
    message: expect.stringContaining("split it into smaller files"),
  });
});

test("rows above the cell limit and sheets above the page limit are rejected", async () => {
  const rows = Array.from({ length: 200 }, (_, index) => [`part ${index}`, String(index)]);
  const book = odf("spreadsheet", table("A", ...rows) + table("B", ["Part", "Price"]));
  expect(await refusal("ods", book, { maxCells: 300 })).toMatchObject({ reason: "limit" });
  expect(await refusal("ods", book, { maxPages: 1 })).toMatchObject({ reason: "limit" });
});

test("deeply nested elements are rejected; deeply nested RTF groups are rejected or read", async () => {
  const deep = odf("text", "<text:section>".repeat(100_000) + "</text:section>".repeat(100_000));
  expect(await refusal("odt", deep)).toMatchObject({ reason: expect.stringMatching(/limit|corrupt/) });
  const groups = new TextEncoder().encode(`{\\rtf1 ${"{".repeat(1_000_000)}x${"}".repeat(1_000_000)}}`);
  const answer = await refusal("rtf", groups);
  expect("lines" in answer ? answer.lines : answer.reason).toEqual(
    "lines" in answer ? ["paragraph: x"] : expect.stringMatching(/limit|corrupt/),
  );
});

test("entities are neither expanded nor fetched", async () => {
  const entities = Array.from({ length: 12 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`);
  const type = `<!DOCTYPE x [<!ENTITY e0 "laughlaugh">${entities.join("")}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;
  const content = `${DECLARATION}${type}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>a &e12; b &file; c</text:p></office:text></office:body></office:document-content>`;
  const answer = await refusal("odt", odf("text", "", { "content.xml": content }));
  const message = JSON.stringify(answer);
  expect(message.length).toBeLessThan(1_000);
  expect(message).not.toMatch(/root:|laughlaughlaugh/);
});

test("an encrypted file is rejected as encrypted", async () => {
  const manifest = `${DECLARATION}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="10"><manifest:encryption-data manifest:checksum-type="SHA1/1K" manifest:checksum="AAAA"><manifest:algorithm manifest:algorithm-name="Blowfish CFB" manifest:initialisation-vector="AAAA"/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:salt="AAAA" manifest:iteration-count="1024"/></manifest:encryption-data></manifest:file-entry></manifest:manifest>`;
  const locked = odf("text", "", { "META-INF/manifest.xml": manifest, "content.xml": "locked bytes" });
  expect(await refusal("odt", locked)).toEqual({
    reason: "encrypted",
    message: "the file is encrypted: remove the password and upload it again",
  });
});

test("a file of another type is rejected as wrong_type", async () => {
  const sheet = odf("spreadsheet", table("A", ["Part", "Price"]));
  expect(await refusal("odt", sheet)).toMatchObject({
    reason: "wrong_type",
    message: expect.stringContaining('an OpenDocument file of the kind "spreadsheet", not an OpenDocument text (.odt)'),
  });
  const docx = (await fixturePerType()).get("docx")!.bytes;
  expect(await refusal("xlsx", docx)).toMatchObject({ reason: "wrong_type" });
  expect(await refusal("odt", docx)).toMatchObject({ reason: "wrong_type" });
  expect(await refusal("odt", manualRtf)).toMatchObject({ reason: "wrong_type" });
});
