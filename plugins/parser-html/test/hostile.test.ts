import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParserEvent } from "@quarry/plugin";
import { Schema } from "effect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import plugin from "../src/index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-html-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: string | Uint8Array, settings: Record<string, unknown> = {}): Promise<ParserEvent[]> {
  const path = join(folder, "file");
  await writeFile(path, content);
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)(settings));
  const events: ParserEvent[] = [];
  const size = Buffer.byteLength(content);
  for await (const event of parser.parse(
    { path, size, filename: "file.html", fileType: "html" },
    DEFAULT_PARSER_LIMITS,
  )) {
    events.push(event);
  }
  return events;
}

const textsOf = (events: readonly ParserEvent[]): string[] =>
  events.flatMap((event) => (event.type === "block" ? [event.block.text] : []));

describe("what nobody sees", () => {
  it("is left out", async () => {
    const page =
      "<p>seen<span hidden>no</span></p><div style='display: none'><p>no</p></div><p aria-hidden=true>no</p>" +
      "<template><p>no</p></template><noscript>no</noscript><script>no</script><svg><text>no</text></svg><p>also seen";
    expect(textsOf(await read(page))).toEqual(["seen", "also seen"]);
  });

  it("keeps navigation unless told otherwise", async () => {
    const page = "<nav><a>Home</a></nav><main><p>Text</p></main><footer>Imprint</footer>";
    expect(textsOf(await read(page))).toEqual(["Home", "Text", "Imprint"]);
    expect(textsOf(await read(page, { dropNavigation: true }))).toEqual(["Text"]);
  });

  it("keeps the header of an article, which is not the page's", async () => {
    const page = "<header>Site</header><article><header><h1>Title</h1></header><p>Text</p></article>";
    expect(textsOf(await read(page, { dropNavigation: true }))).toEqual(["Title", "Text"]);
  });

  it("keeps what stands open on request, and annotations of single characters", async () => {
    const page =
      "<details><summary>More</summary><p>Inner</p></details><p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>";
    expect(textsOf(await read(page))).toEqual(["More", "Inner", "漢(kan)"]);
  });

  it("skips pictures that stand in the page as text", async () => {
    const page = `<p>before</p><img alt="A chart" src="data:image/png;base64,${"A".repeat(1_000_000)}"><p>after</p>`;
    expect(textsOf(await read(page))).toEqual(["before", "A chart", "after"]);
  });
});

describe("encodings", () => {
  it.each([
    ["<meta charset=windows-1251>", "windows-1251", Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), "Привет"],
    [
      "<meta http-equiv='Content-Type' content='text/html; charset=shift_jis'>",
      "shift_jis",
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      "日本",
    ],
    [
      "<meta charset=utf-16>",
      "Windows-1252 under a declaration that can't be",
      Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0xfc, 0x62, 0x65, 0x72, 0x20, 0x46, 0xfc, 0xdf, 0x65]),
      "Grüße über Füße",
    ],
    ["<meta charset=iso-8859-1>", "UTF-8 under a wrong declaration", Buffer.from("Grüße"), "Grüße"],
  ])("reads %s as %s", async (declaration, _name, bytes, text) => {
    const page = Buffer.concat([Buffer.from(`<html><head>${declaration}</head><body><p>`), bytes, Buffer.from("</p>")]);
    expect(textsOf(await read(page))).toEqual([text]);
  });
});

describe("scripts from right to left", () => {
  it("keeps the order of the characters and the language", async () => {
    const events = await read('<html lang="ar" dir="rtl"><body><p>مرحبا <b>بالعالم</b> 2024</p></body></html>');
    expect(textsOf(events)).toEqual(["مرحبا بالعالم 2024"]);
    expect(events).toContainEqual({ type: "info", info: { language: "ar" } });
  });
});

describe("hostile pages", () => {
  it.each([
    ["1,000,000 elements within each other", "<div>".repeat(1_000_000)],
    ["100,000 svg elements", "<svg>".repeat(100_000)],
  ])("refuses %s", async (_name, page) => {
    await expect(read(page)).rejects.toMatchObject({ reason: "limit" });
  });

  it.each([
    ["comments that never end", "<!--".repeat(500_000)],
    ["tags that never end", "<a ".repeat(500_000)],
    ["an attribute that never ends", `<a title="${"x".repeat(2_000_000)}`],
    ["ampersands", "&".repeat(1_000_000)],
    ["paragraphs", "<p>".repeat(500_000)],
    ["cells", `<table><tr>${"<td>x".repeat(300_000)}`],
    ["options", `<select>${"<option>o".repeat(300_000)}`],
    ["scripts", "<script>".repeat(500_000)],
    ["zero bytes", "<p>a\0b and enough words around it to be a text and not data</p>".repeat(1_000)],
  ])("ends with %s", async (_name, page) => {
    const texts = textsOf(await read(page));
    expect(texts.every((text) => !text.includes("\0"))).toBe(true);
  });

  it("does not repeat a long cell in every row that it spans", async () => {
    const page = `<table><tr><td rowspan=500>${"long ".repeat(10_000)}<td>x</tr>${"<tr><td>y</tr>".repeat(400)}</table>`;
    expect(textsOf(await read(page)).join("").length).toBeLessThan(60_000);
  });

  it("refuses 20,000 elements within each other", async () => {
    await expect(read("<div>".repeat(20_000))).rejects.toMatchObject({
      reason: "limit",
      message: expect.stringContaining("more than 1000 deep"),
    });
  });

  it("hands out a page without tags in pieces", async () => {
    const texts = textsOf(await read("word ".repeat(1_000_000)));
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(400_000);
    expect(texts.join(" ").length).toBe(4_999_999);
  });

  it("reads a page that ends within a tag", async () => {
    expect(textsOf(await read("<h1>Title</h1><p>Text<a href='unfinished"))).toEqual(["Title", "Text"]);
  });
});

describe("tables", () => {
  it("reads a table within a cell as a table of its own", async () => {
    const page =
      "<table><tr><td>left<td><table><tr><th>a<th>b</tr><tr><td>1<td>2</tr></table></td></tr><tr><td>c<td>d</tr></table>";
    const rows = (await read(page)).flatMap((event) => (event.type === "block" ? [event.block] : []));
    expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
      ["table_row", "left"],
      ["table_header", "a | b"],
      ["table_row", "1 | 2"],
      ["table_row", "c | d"],
    ]);
    expect(rows[1]!.tableId).toBe(rows[2]!.tableId);
  });
});
