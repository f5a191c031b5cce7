import { describe, expect, it } from "vitest";
import { blocksOf, readText, textsOf } from "./read-text.ts";

describe("plain text", () => {
  it("divides at blank lines, whatever the line ends are", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(textsOf(await readText("txt", ["one", "two", "", "  ", "three", ""].join(end)))).toEqual([
        "one\ntwo",
        "three",
      ]);
    }
  });

  it("has pages only where form feeds stand", async () => {
    const pagesOf = async (text: string) => blocksOf(await readText("txt", text)).map(({ page }) => page);
    expect(await pagesOf("a\n\nb")).toEqual([null, null]);
    expect(await pagesOf("a\f\fb\fc")).toEqual([1, 3, 4]);
  });
});

describe("Markdown", () => {
  it("reads front matter as information and not as text", async () => {
    const events = await readText("md", '---\ntitle: "A title"\nauthor: [Ann, Bob]\ndate: 2024-01-31\n---\n\nText.\n');
    expect(textsOf(events)).toEqual(["Text."]);
    expect(events.find((event) => event.type === "info")).toEqual({
      type: "info",
      info: { title: "A title", author: "Ann, Bob", createdAt: "2024-01-31T00:00:00.000Z" },
    });
  });

  it("keeps a text between two lines of dashes", async () => {
    expect(textsOf(await readText("md", "---\nJust words.\n\n---\n\nMore.\n"))).toEqual(["Just words.", "More."]);
  });

  it("tells kinds apart", async () => {
    const text =
      "Title\n=====\n\nA [link](x) and ![image](y) and `code`.\n\n1. first\n2. second\n\n> quoted\n\n    indented\n";
    expect(blocksOf(await readText("md", text)).map(({ kind, text: own }) => [kind, own])).toEqual([
      ["heading", "Title"],
      ["paragraph", "A link and image and code."],
      ["list_item", "first"],
      ["list_item", "second"],
      ["quote", "quoted"],
      ["code", "indented"],
    ]);
  });

  it("reads HTML within as text", async () => {
    const text = "<details><summary>More</summary>\n\nInner *text*.\n\n</details>\n\n<!-- not shown -->\n";
    expect(textsOf(await readText("md", text))).toEqual(["More", "Inner text."]);
  });

  it("reads a long document the same as its parts", async () => {
    const part = "# Heading\n\nSome text that goes on.\n\n```\ncode\n\n# no heading\n```\n\n";
    const blocks = blocksOf(await readText("md", part.repeat(20_000)));
    expect(blocks).toHaveLength(60_000);
    expect(blocks.filter(({ kind }) => kind === "heading")).toHaveLength(20_000);
  });

  it.each([
    ["quotes", ">".repeat(50_000)],
    ["brackets", "[".repeat(50_000)],
    ["emphasis", "*a **b ".repeat(10_000)],
    ["lists", Array.from({ length: 2_000 }, (_, depth) => `${" ".repeat(depth)}- x`).join("\n")],
  ])("survives deep %s", async (_name, text) => {
    expect(await readText("md", `Before.\n\n${text}\n\nAfter.`)).toBeDefined();
  });
});

describe("delimited text", () => {
  it.each([
    ["a,b\n1,2\n", "csv"],
    ["a;b\n1;2\n", "csv"],
    ["a\tb\n1\t2\n", "csv"],
    ["a|b\n1|2\n", "csv"],
    ["a\tb\r\n1\t2", "tsv"],
  ])("finds the delimiter of %j", async (text, fileType) => {
    expect(blocksOf(await readText(fileType, text)).map(({ kind, text: own }) => [kind, own])).toEqual([
      ["table_header", "a | b"],
      ["table_row", "1 | 2"],
    ]);
  });

  it("reads quoted line ends, delimiters and quotes", async () => {
    expect(textsOf(await readText("csv", 'a,b\n"x\ny","1,""2"""\nlast,5 "inch"\n'))).toEqual([
      "a | b",
      'x y | 1,"2"',
      'last | 5 "inch"',
    ]);
  });

  it("says so when a quote is never closed", async () => {
    await expect(readText("csv", `a,b\n"${"x,y\n".repeat(2_000_000)}`)).rejects.toMatchObject({
      reason: "corrupt",
      message: expect.stringContaining("never closed"),
    });
  });
});
