import { describe, expect, it } from "vitest";
import { blocksOf, readHtml as read, textsOf } from "./read-html.ts";

describe("hidden and optional content", () => {
  it("hidden elements are omitted", async () => {
    const page =
      "<p>seen<span hidden>no</span></p><div style='display: none'><p>no</p></div><p aria-hidden=true>no</p>" +
      "<template><p>no</p></template><noscript>no</noscript><script>no</script><svg><text>no</text></svg><p>also seen";
    expect(textsOf(await read(page))).toEqual(["seen", "also seen"]);
  });

  it("navigation is read by default and omitted with dropNavigation", async () => {
    const page = "<nav><a>Home</a></nav><main><p>Text</p></main><footer>Imprint</footer>";
    expect(textsOf(await read(page))).toEqual(["Home", "Text", "Imprint"]);
    expect(textsOf(await read(page, { dropNavigation: true }))).toEqual(["Text"]);
  });

  it("dropNavigation retains the header of an article", async () => {
    const page = "<header>Site</header><article><header><h1>Title</h1></header><p>Text</p></article>";
    expect(textsOf(await read(page, { dropNavigation: true }))).toEqual(["Title", "Text"]);
  });

  it("the content of details elements is read, ruby text without its annotations", async () => {
    const page =
      "<details><summary>More</summary><p>Inner</p></details><p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>";
    expect(textsOf(await read(page))).toEqual(["More", "Inner", "漢"]);
  });

  it("embedded image data is skipped, and its alternative text is read", async () => {
    const page = `<p>before</p><img alt="A chart" src="data:image/png;base64,${"A".repeat(1_000_000)}"><p>after</p>`;
    expect(textsOf(await read(page))).toEqual(["before", "A chart", "after"]);
  });
});

describe("a page rendered by scripts", () => {
  const script = "<script src=app.js></script>";

  it.each([
    "<div id=root></div>",
    "<title>App</title><noscript>Turn on JavaScript</noscript>",
    "<template>t</template>",
  ])("%s is rejected as empty, with a hint at the scripts; with text, it is read", async (page) => {
    await expect(read(page + script)).rejects.toMatchObject({
      reason: "empty",
      message: expect.stringContaining("which are not run") as string,
    });
    expect(textsOf(await read(`${page}${script}<p>Text`))).toEqual(["Text"]);
  });

  it("differs from an empty page, which is accepted", async () => {
    expect(textsOf(await read("<div></div>"))).toEqual([]);
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
      "Windows-1252 under an impossible declaration",
      Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0xfc, 0x62, 0x65, 0x72, 0x20, 0x46, 0xfc, 0xdf, 0x65]),
      "Grüße über Füße",
    ],
    ["<meta charset=iso-8859-1>", "UTF-8 under a wrong declaration", Buffer.from("Grüße"), "Grüße"],
  ])("reads %s as %s", async (declaration, _name, bytes, text) => {
    const page = Buffer.concat([Buffer.from(`<html><head>${declaration}</head><body><p>`), bytes, Buffer.from("</p>")]);
    expect(textsOf(await read(page))).toEqual([text]);
  });
});

describe("right-to-left text", () => {
  it("preserves the character order and the language", async () => {
    const events = await read('<html lang="ar" dir="rtl"><body><p>مرحبا <b>بالعالم</b> 2024</p></body></html>');
    expect(textsOf(events)).toEqual(["مرحبا بالعالم 2024"]);
    expect(events).toContainEqual({ type: "info", info: { language: "ar" } });
  });
});

describe("hostile pages", () => {
  it.each([
    ["1,000,000 nested elements", "<div>".repeat(1_000_000)],
    ["100,000 svg elements", "<svg>".repeat(100_000)],
  ])("rejects %s", async (_name, page) => {
    await expect(read(page)).rejects.toMatchObject({ reason: "limit" });
  });

  it.each([
    ["unclosed comments", "<!--".repeat(500_000)],
    ["unclosed tags", "<a ".repeat(500_000)],
    ["an unclosed attribute", `<a title="${"x".repeat(2_000_000)}`],
    ["ampersands", "&".repeat(1_000_000)],
    ["paragraphs", "<p>".repeat(500_000)],
    ["cells", `<table><tr>${"<td>x".repeat(300_000)}`],
    ["options", `<select>${"<option>o".repeat(300_000)}`],
    ["scripts", `<p>x${"<script>".repeat(500_000)}`],
    ["spans", `<table>${`<tr>${"<td colspan=60000 rowspan=60000>x".repeat(50)}`.repeat(200)}`],
    ["spanning cells in one row", `<table><tr>${"<td colspan=500>xyz".repeat(100_000)}`],
    ["superscripts", `<p>word${"<sup>1</sup>".repeat(200_000)}`],
    ["nested superscripts", `<p>word${"<sup>1".repeat(900)}`],
    ["listings", `<table>${"<tr><td class=blob-num data-line-number=1><td class=blob-code>x</tr>".repeat(100_000)}`],
    ["code in cells", `<table>${"<tr><td>1<td><pre>\n\n</pre></tr>".repeat(100_000)}`],
    ["numbered items", `<ol type=i>${"<li value=3999>x".repeat(100_000)}`],
    ["styles", `<ol style="${"list-style:".repeat(100_000)}"><li>x</ol>`],
    ["zero bytes", "<p>a\0b and enough words around it to be a text and not data</p>".repeat(1_000)],
  ])("parses %s to the end, without NUL characters in the text", async (_name, page) => {
    const texts = textsOf(await read(page));
    expect(texts.every((text) => !text.includes("\0"))).toBe(true);
  });

  it("does not repeat a long cell in every row that it spans", async () => {
    const page = `<table><tr><td rowspan=500>${"long ".repeat(10_000)}<td>x</tr>${"<tr><td>y</tr>".repeat(400)}</table>`;
    expect(textsOf(await read(page)).join("").length).toBeLessThan(60_000);
  });

  it("rejects 20,000 nested elements", async () => {
    await expect(read("<div>".repeat(20_000))).rejects.toMatchObject({
      reason: "limit",
      message: expect.stringContaining("more than 1000 deep"),
    });
  });

  it("splits a page without tags into several blocks", async () => {
    const texts = textsOf(await read("word ".repeat(1_000_000)));
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(400_000);
    expect(texts.join(" ").length).toBe(4_999_999);
  });

  it("reads a page that ends within a tag", async () => {
    expect(textsOf(await read("<h1>Title</h1><p>Text<a href='unfinished"))).toEqual(["Title", "Text"]);
  });
});

describe("tables", () => {
  it("reads a table within a cell as a separate table", async () => {
    const page =
      "<table><tr><td>left<td><table><tr><th>a<th>b</tr><tr><td>1<td>2</tr></table></td></tr><tr><td>c<td>d</tr></table>";
    const rows = blocksOf(await read(page));
    expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
      ["table_row", "left"],
      ["table_header", "a | b"],
      ["table_row", "1 | 2"],
      ["table_row", "c | d"],
    ]);
    expect(rows[1]!.tableId).toBe(rows[2]!.tableId);
  });
});
