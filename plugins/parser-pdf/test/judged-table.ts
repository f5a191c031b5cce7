import { readFileSync } from "node:fs";
import type { ParsedBlock } from "@quarry/plugin";

/** A table as read by a person from a picture of its page. */
export interface ExpectedTable {
  /** Path relative to the folder of shared files. */
  readonly file: string;
  /** Page number from 1. */
  readonly page: number;
  /** Column names first, with those of several rows merged into one; then the other rows. */
  readonly rows: readonly Row[];
}

/** Cell texts by column; "" for an empty cell. */
type Row = readonly string[];

export interface Score {
  /** Number of cells with text in the judgement, and number of those that were read at their row and column. */
  readonly cells: number;
  readonly correctCells: number;
  readonly rows: number;
  /** Number of rows whose cells were all read, with no others. */
  readonly correctRows: number;
  /** The incomplete rows, as they should be. */
  readonly broken: readonly string[];
}

/**
 * Reads a judgement: properties, the rows that name the columns, and the other rows, separated by lines of two hyphens.
 */
export function readExpectedTable(path: string): ExpectedTable {
  const [metadata = "", header = "", body = ""] = readFileSync(path, "utf8").split("\n--\n");
  const field = (name: string): string => new RegExp(`^${name}: (.+)$`, "m").exec(metadata)![1]!;
  const rowsOf = (text: string): Row[] => text.replace(/\n$/, "").split("\n").map(cellsOf);
  return { file: field("file"), page: Number(field("page")), rows: [namesOf(rowsOf(header)), ...rowsOf(body)] };
}

/**
 * Compares a judgement with the tables of its page. Rows are aligned in order so that the maximum number of cells
 * agrees. A cell is correct if its text is in that row, at the same column from the left. White space, the kinds of
 * dashes and quotes, and brackets around note marks are ignored.
 */
export function scoreTable({ rows }: ExpectedTable, blocks: readonly ParsedBlock[]): Score {
  const expected = rows.map(withoutEnd);
  const input = readRows(blocks);
  const best = alignmentScores(expected, input);
  const broken: string[] = [];
  let other = 0;
  for (const [index, row] of expected.entries()) {
    while (other < input.length && best[index]![other] === best[index]![other + 1]) other++;
    const isMatched = other < input.length && best[index]![other] !== best[index + 1]![other];
    if (!isMatched || !isSame(row, input[other]!)) broken.push(rows[index]!.join(" | "));
    if (isMatched) other++;
  }
  return {
    cells: expected.flat().filter((text) => text !== "").length,
    correctCells: Math.floor(best[0]![0]!),
    rows: expected.length,
    correctRows: expected.length - broken.length,
    broken,
  };
}

/**
 * Dynamic programming: returns the maximum number of cells that agree from each pair of rows on. A complete row weighs
 * slightly more than its cells.
 */
function alignmentScores(expected: readonly Row[], input: readonly Row[]): number[][] {
  const best = Array.from({ length: expected.length + 1 }, () => Array.from({ length: input.length + 1 }, () => 0));
  for (let row = expected.length - 1; row >= 0; row--) {
    for (let other = input.length - 1; other >= 0; other--) {
      const agreement = agreeing(expected[row]!, input[other]!);
      const both = agreement === 0 ? 0 : agreement + best[row + 1]![other + 1]!;
      best[row]![other] = Math.max(both, best[row + 1]![other]!, best[row]![other + 1]!);
    }
  }
  return best;
}

function agreeing(expected: Row, input: Row): number {
  const cells = expected.filter((text, column) => text !== "" && text === input[column]).length;
  return cells + (isSame(expected, input) ? 0.001 : 0);
}

const isSame = (one: Row, other: Row): boolean =>
  one.length === other.length && one.every((text, column) => text === other[column]);

/**
 * Returns the rows of all tables on a page. Rows that name columns are merged into one, except for titles above them.
 */
function readRows(blocks: readonly ParsedBlock[]): Row[] {
  const rows: Row[] = [];
  let header: Row[] = [];
  for (const [index, { kind, text, tableId }] of blocks.entries()) {
    if (kind !== "table_header" && kind !== "table_row") continue;
    const cells = cellsOf(text);
    if (kind === "table_row") rows.push(withoutEnd(cells));
    else {
      header.push(cells);
      const next = blocks[index + 1];
      if (next?.kind === "table_header" && next.tableId === tableId) continue;
      const titles = header.findIndex((row) => row.length > 1);
      rows.push(...header.slice(0, Math.max(titles, 0)), withoutEnd(namesOf(header.slice(Math.max(titles, 0)))));
      header = [];
    }
  }
  return rows;
}

/** Returns the names of each column, joined from top to bottom. A name that spans several rows appears once. */
function namesOf(rows: readonly Row[]): Row {
  const columns = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, column) =>
    rows
      .map((row) => row[column] ?? "")
      .filter((name, index, all) => name !== "" && name !== all[index - 1])
      .join(""),
  );
}

const cellsOf = (row: string): Row => row.split("|").map(normalised);

const normalised = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\s/gu, "")
    .replace(/[‐‑‒–—−]/gu, "-")
    .replaceAll(")(", ",")
    .replace(/\[([\p{L}\p{N},*]{1,8})\]/gu, "($1)")
    .replace(/[‘’]/gu, "'")
    .replace(/[“”]/gu, '"');

const withoutEnd = (row: Row): Row => row.slice(0, row.findLastIndex((text) => text !== "") + 1);
