import { expect, test } from "vitest";
import type { ReadBlock } from "./block-reader.ts";
import { MarkdownWriter } from "./markdown-writer.ts";

type Given = Partial<ReadBlock> & Pick<ReadBlock, "kind" | "text">;

const write = (blocks: readonly Given[]): string => {
  const writer = new MarkdownWriter();
  return blocks.map((block) => writer.add({ page: undefined, section: [], ...block })).join("") + writer.finish();
};

const row = (number: number, at: number, text: string, page?: number, cells?: readonly number[]): Given => ({
  ...{ kind: at === 0 ? "table_header" : "table_row", text, page, cells },
  table: { number, row: at },
});

test("writes headings, lists, quotes and code as Markdown", () => {
  const markdown = write([
    { kind: "heading", level: 2, text: "The C#" },
    { kind: "paragraph", text: "One\ntwo." },
    { kind: "list_item", text: "first\nand on" },
    { kind: "list_item", text: "12. twelfth" },
    { kind: "quote", text: "said\nhe" },
    { kind: "code", text: "a\n```\nb" },
    { kind: "heading", level: 1, text: "End" },
  ]);
  expect(markdown).toBe(
    "## The C\\#\n\nOne\ntwo.\n\n- first\n  and on\n12. twelfth\n\n> said\n> he\n\n````\na\n```\nb\n````\n\n# End\n",
  );
});

test("escapes text that would be parsed as Markdown syntax and leaves other text unchanged", () => {
  const texts = {
    "# no heading": "\\# no heading",
    "1. no list": "1\\. no list",
    "- no list": "\\- no list",
    "> no quote": "\\> no quote",
    "---": "\\---",
    "a | b": "a | b",
    "--- | ---": "\\--- | ---",
    "*no* emphasis, 5 * 3": "\\*no\\* emphasis, 5 * 3",
    "snake_case _not_": "snake_case \\_not\\_",
    "<b>, a < b": "\\<b>, a < b",
    "[1] and [a](b)": "[1] and [a\\](b)",
    "[a]: b": "[a\\]: b",
    "AT&T, &amp;": "AT\\&T, \\&amp;",
    "`x` \\": "\\`x\\` \\\\",
  };
  for (const [text, markdown] of Object.entries(texts)) {
    expect(write([{ kind: "paragraph", text }]), text).toBe(`${markdown}\n`);
  }
});

test("a table has its caption above it, one merged header row and escaped pipes in its cells", () => {
  const markdown = write([
    { kind: "paragraph", text: "Before." },
    row(1, 0, "Table 1: Boats"),
    row(1, 0, "Name | 2023 | 2023"),
    row(1, 0, "Name | Q1 | Q2"),
    row(1, 1, "a | b | 1", undefined, [8]),
    row(1, 2, "| 2"),
    row(2, 1, "x | y"),
    { kind: "paragraph", text: "Behind." },
  ]);
  expect(markdown).toBe(
    "Before.\n\nTable 1: Boats\n\n| Name | 2023<br>Q1 | 2023<br>Q2 |\n| --- | --- | --- |\n| a \\| b | 1 |  |\n|  | 2 |  |\n\n" +
      "|  |  |\n| --- | --- |\n| x | y |\n\nBehind.\n",
  );
});

test("a table repeats its header on a new page, and rows that gain columns late lose no cell", () => {
  const rows = Array.from({ length: 60 }, (_, at) => row(1, at + 1, `${at} | b`, at < 59 ? 1 : 2));
  const markdown = write([row(1, 0, "A | B", 1), ...rows, row(1, 61, "x | y | z", 2)]);
  expect(markdown.startsWith("<!-- page 1 -->\n\n| A | B |\n| --- | --- |\n| 0 | b |\n")).toBe(true);
  expect(
    markdown.endsWith(
      "| 58 | b |\n\n<!-- page 2 -->\n\n| A | B |  |\n| --- | --- | --- |\n| 59 | b |  |\n| x | y | z |\n",
    ),
  ).toBe(true);
  const late = write([
    row(1, 0, "A | B"),
    ...rows.map((each) => ({ ...each, page: undefined })),
    row(1, 61, "x | y | z"),
  ]);
  expect(late.endsWith("| x | y \\| z |\n")).toBe(true);
});

test("client-provided chunks are written verbatim under their section headings", () => {
  const markdown = write([
    { kind: "unknown", text: "**Up to** three days.", section: ["Work", "Remote"], page: 3 },
    { kind: "unknown", text: "Or none.", section: ["Work", "Remote"], page: 3 },
    { kind: "unknown", text: "At eight.", section: ["Work", "Hours"], page: 4 },
  ]);
  expect(markdown).toBe(
    "<!-- page 3 -->\n\n# Work\n\n## Remote\n\n**Up to** three days.\n\nOr none.\n\n<!-- page 4 -->\n\n## Hours\n\nAt eight.\n",
  );
});

test("a document without text is written as an empty string", () => {
  expect(write([])).toBe("");
});
