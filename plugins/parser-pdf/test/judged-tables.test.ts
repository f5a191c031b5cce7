import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_PARSER_LIMITS, type ParsedBlock } from "@quarry/plugin";
import { Schema } from "effect";
import { describe, expect, it } from "vitest";
import plugin from "../src/index.ts";
import { readExpectedTable, type Score, scoreTable } from "./judged-table.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
const shared = join(repository, "../shared");
const folder = fileURLToPath(new URL("judged-tables", import.meta.url));
const isMissing = !existsSync(join(shared, "eval/financebench-even/pdfs"));
if (isMissing) console.info("SKIPPED: judged tables (../shared/eval does not lie beside the repository)");

/** Share of all cells and of all rows. Slightly below the measured values, so that a regression is detected. */
const MIN_CELLS = 0.98;
const MIN_ROWS = 0.97;
/** Share of the cells of each table. */
const MIN_TABLE = 0.4;

/** Returns the blocks of a page and of the preceding pages, which can contain the names of its columns. */
async function blocksOf(file: string, last: number): Promise<ParsedBlock[]> {
  const path = join(file.startsWith("apps/") ? repository : shared, file);
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)({ ocr: "off" }));
  const source = { path, size: statSync(path).size, filename: basename(path), fileType: "pdf" };
  const blocks: ParsedBlock[] = [];
  for await (const event of parser.parse(source, DEFAULT_PARSER_LIMITS)) {
    if (event.type === "progress" && event.done >= last) break;
    if (event.type === "block") blocks.push(event.block);
  }
  return blocks;
}

describe.skipIf(isMissing)("tables transcribed by a person from page images", () => {
  // Takes 90 s of one processor. On two processors shared with other suites it took 303 s.
  it("have at least 98% of their cells and 97% of their rows correct", { timeout: 900_000 }, async () => {
    const scores: (Score & { readonly name: string })[] = [];
    for (const name of readdirSync(folder)) {
      const table = readExpectedTable(join(folder, name));
      const blocks = (await blocksOf(table.file, table.page)).filter(({ page }) => page === table.page);
      scores.push({ name: name.replace(".txt", ""), ...scoreTable(table, blocks) });
    }
    console.table(
      scores.map(({ name, cells, correctCells, rows, correctRows }) => ({
        name,
        cells,
        correctCells,
        rows,
        correctRows,
      })),
    );
    const sum = (key: "cells" | "correctCells" | "rows" | "correctRows"): number =>
      scores.reduce((total, score) => total + score[key], 0);
    const [cells, rows] = [sum("correctCells") / sum("cells"), sum("correctRows") / sum("rows")];
    console.info(`${scores.length} tables: ${cells.toFixed(3)} of cells right, ${rows.toFixed(3)} of rows whole`);
    expect(scores).toHaveLength(40);
    expect(cells).toBeGreaterThanOrEqual(MIN_CELLS);
    expect(rows).toBeGreaterThanOrEqual(MIN_ROWS);
    expect(scores.filter((score) => score.correctCells < score.cells * MIN_TABLE)).toEqual([]);
  });
});
