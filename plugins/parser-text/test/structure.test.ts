import { describe, expect, it } from "vitest";
import { blocksOf, readText, textsOf } from "./read-text.ts";

describe("plain text", () => {
  it("is divided at blank lines, whatever the line ends", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(textsOf(await readText("txt", ["one", "two", "", "  ", "three", ""].join(end)))).toEqual([
        "one\ntwo",
        "three",
      ]);
    }
  });

  it("has pages only at form feeds", async () => {
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

  it("reads footnotes, HTML headings, images and deep nesting", async () => {
    const text =
      '<h1 align="center"><img src="x.png" alt="Logo"> Name</h1>\n\nText[^1] on.\n\n[^1]: Word\n\n## Sub {#anchor}\n\n' +
      `${"> ".repeat(500)}deep quote\n\n${Array.from({ length: 60 }, (_, depth) => `${"  ".repeat(depth)}- item`).join("\n")}\n`;
    const blocks = blocksOf(await readText("md", text));
    expect(blocks.slice(0, 5).map(({ kind, text: own }) => [kind, own])).toEqual([
      ["heading", "Logo Name"],
      ["paragraph", "Text on."],
      ["paragraph", "Word"],
      ["heading", "Sub"],
      ["quote", "deep quote"],
    ]);
    expect(blocks.filter(({ text: own }) => own === "item")).toHaveLength(60);
  });

  it("retains a code block longer than one read", async () => {
    const blocks = blocksOf(await readText("md", `\`\`\`\n${"# code\n".repeat(200_000)}\`\`\`\n\n# Heading\n`));
    expect(blocks.filter(({ kind }) => kind === "heading").map(({ text }) => text)).toEqual(["Heading"]);
    expect(blocks.filter(({ kind }) => kind === "code").join("").length).toBeGreaterThan(0);
  });

  it("retains text between two lines of dashes", async () => {
    expect(textsOf(await readText("md", "---\nJust words.\n\n---\n\nMore.\n"))).toEqual(["Just words.", "More."]);
  });

  it("distinguishes the kinds of blocks", async () => {
    const text =
      "Title\n=====\n\nA [link](x) and ![image](y) and `code`.\n\n1. first\n2. second\n\n> quoted\n\n    indented\n";
    expect(blocksOf(await readText("md", text)).map(({ kind, text: own }) => [kind, own])).toEqual([
      ["heading", "Title"],
      ["paragraph", "A link and image and code."],
      ["list_item", "1. first"],
      ["list_item", "2. second"],
      ["quote", "quoted"],
      ["code", "indented"],
    ]);
  });

  it("retains the numbers of ordered lists as written, once per item, and omits bullets", async () => {
    const text = "3) Open the valve.\n\n   Slowly.\n4) Wait.\n   - one minute\n";
    expect(textsOf(await readText("md", text))).toEqual(["3) Open the valve.", "Slowly.", "4) Wait.", "one minute"]);
  });

  it("replaces the line breaks of wrapped text with spaces", async () => {
    const lines = [
      "The valve is opened by hand, a quarter of a turn at a time, until water",
      "leaves it. It is closed when the pressure of the pump has fallen, as is",
      "told at",
      "https://example.com/manuals/pumps/pressure-and-how-it-falls/when-a-valve-is-opened-by-hand/part-one.html",
      "and in the notes of Friday on how the pressure of the pump fell when it",
      "was closed by hand.",
    ];
    expect(textsOf(await readText("md", lines.join("\n")))).toEqual([lines.join(" ")]);
  });

  it.each([
    ["fields", "Number: 17\nAuthor: Ann\nOf: a manual of pumps that has, as titles go, a long title"],
    ["rows", "year | income\n2019 | 17\n2020 | 12"],
    ["a title above its text", `Introduction\n${"Water flows down. ".repeat(20).trim()}`],
    ["one-line texts", `${"a ".repeat(80).trim()}\n${"b ".repeat(70).trim()}\n${"c ".repeat(75).trim()}`],
  ])("retains the line breaks of %s", async (_name, text) => {
    expect(textsOf(await readText("md", text))).toEqual([text]);
  });

  it("reads wiki headings and highlighted text", async () => {
    const text =
      "= Pumps =\nA pump lifts water.\n== Valves ==\nThey close.\n = = = Seals = = = \n\n==marked==\n\n== a = b ==\n== odd =\n";
    expect(blocksOf(await readText("md", text)).map(({ kind, level, text: own }) => [kind, level, own])).toEqual([
      ["heading", 1, "Pumps"],
      ["paragraph", undefined, "A pump lifts water."],
      ["heading", 2, "Valves"],
      ["paragraph", undefined, "They close."],
      ["heading", 3, "Seals"],
      ["paragraph", undefined, "marked"],
      ["heading", 2, "a = b"],
      ["paragraph", undefined, "== odd ="],
    ]);
  });

  it("reads embedded HTML as text", async () => {
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

  const shapesOf = async (text: string, fileType = "csv") =>
    blocksOf(await readText(fileType, text)).map(({ kind, text: own }) => [kind, own]);

  it("reads a first record of values as data", async () => {
    expect(await shapesOf("1,Ann,2024-01-02\n2,Bob,2024-01-03\n3,Eve,2024-01-04\n")).toEqual([
      ["table_row", "1 | Ann | 2024-01-02"],
      ["table_row", "2 | Bob | 2024-01-03"],
      ["table_row", "3 | Eve | 2024-01-04"],
    ]);
  });

  it("reads years above values as a header", async () => {
    expect((await shapesOf("Country,2019,2020\nPeru,12.5,13\nChile,9,8.1\n"))[0]).toEqual([
      "table_header",
      "Country | 2019 | 2020",
    ]);
  });

  it("reads a title above the table as a paragraph", async () => {
    expect(await shapesOf("Prices of parts,,\n,,\nPart,Price,Note\nvalve,12,new\n")).toEqual([
      ["paragraph", "Prices of parts"],
      ["table_header", "Part | Price | Note"],
      ["table_row", "valve | 12 | new"],
    ]);
  });

  it("uses the delimiter that a sep= line names", async () => {
    expect(await shapesOf("sep=;\r\na,1;b\r\nc,2;d\r\n")).toEqual([
      ["table_header", "a,1 | b"],
      ["table_row", "c,2 | d"],
    ]);
  });

  it("retains ragged records and blank column names", async () => {
    expect(await shapesOf(",name,city\n0,Ann\n1,Bob,Ulm,extra\n,,\n")).toEqual([
      ["table_header", "| name | city"],
      ["table_row", "0 | Ann"],
      ["table_row", "1 | Bob | Ulm | extra"],
    ]);
  });

  it("reads lines that end in a carriage return alone", async () => {
    expect(await shapesOf("a,b\rx,y\r")).toEqual([
      ["table_header", "a | b"],
      ["table_row", "x | y"],
    ]);
  });

  it("reads a quote within a field as text", async () => {
    expect(await shapesOf('a,b\n5" pipe,x\nsay "hi, there\n')).toEqual([
      ["table_header", "a | b"],
      ["table_row", '5" pipe | x'],
      ["table_row", 'say "hi | there'],
    ]);
  });
});
