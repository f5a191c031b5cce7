import type { ParsedBlock } from "@quarry/plugin";
import { expect, test } from "vitest";
import { TableCaptions } from "./table-captions.ts";

const pass = (blocks: readonly ParsedBlock[]): readonly ParsedBlock[] => {
  const captions = new TableCaptions();
  return [...blocks.flatMap((block) => captions.push(block)), ...captions.end()];
};

const row = { kind: "table_row", text: "a | b", tableId: 3, page: 2 } as const;

test.each([
  "Table 3: Boats by harbour",
  "Table A-1. Boats",
  "TABLE IV",
  "Tabelle 2 – Boote",
  "Tab. 5.1 | Boote",
  "Таблица 1. Лодки",
  "表1 船",
])("%s above a table becomes part of its header", (text) => {
  const [caption, ...rest] = pass([{ kind: "paragraph", text, page: 2 }, row]);
  expect(caption).toEqual({
    ...{ kind: "table_header", text, page: 2, tableId: 3 },
    ...(text.includes("|") && { cells: [] }),
  });
  expect(rest).toEqual([row]);
});

test.each<readonly [string, readonly ParsedBlock[]]>([
  [
    "a caption separated by text",
    [
      { kind: "paragraph", text: "Table 1" },
      { kind: "paragraph", text: "So." },
      { ...row, page: null },
    ],
  ],
  ["a caption on another page", [{ kind: "paragraph", text: "Table 1", page: 1 }, row]],
  ["a paragraph without a number", [{ kind: "paragraph", text: "Tables are shown below.", page: 2 }, row]],
  ["a sentence about the table", [{ kind: "paragraph", text: `Table 1 shows ${"boats ".repeat(90)}`, page: 2 }, row]],
  ["a heading", [{ kind: "heading", text: "Table 1", level: 2, page: 2 }, row]],
  ["a caption after the table", [row, { kind: "paragraph", text: "Table 1", page: 2 }]],
])("%s stays unchanged", (_, blocks) => expect(pass(blocks)).toEqual(blocks));
