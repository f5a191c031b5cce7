import type { DecodedTextFile, ParserBudget, ParserEvent } from "@quarry/plugin";
import { warningEvents } from "../open-text.ts";
import { BlockSink } from "../structured/block-sink.ts";
import type { TextSettings } from "../text-settings.ts";
import { findDelimiter } from "./delimiter.ts";
import { RecordReader } from "./record-reader.ts";
import { HEAD_RECORDS, tableHeadOf } from "./table-head.ts";

/**
 * Parses one table: its header, unless the first record is already data, and its rows. Records without text are left
 * out.
 */
export async function* parseDelimited(
  open: () => Promise<DecodedTextFile>,
  budget: ParserBudget,
  fileType: "csv" | "tsv",
  settings: TextSettings,
): AsyncGenerator<ParserEvent> {
  const file = await open();
  yield* warningEvents(file.warnings);
  const table = new DelimitedTable(new BlockSink(budget, settings.maxBlockCharacters), budget);
  let reader: RecordReader | undefined;
  let endsLinesWithReturn = false;
  for await (const chunk of file.chunks()) {
    let text = chunk;
    // Old spreadsheet programs end lines with only a carriage return. If line feeds occur, it is part of the line end.
    if (reader === undefined) endsLinesWithReturn = text.includes("\r") && !text.includes("\n");
    if (endsLinesWithReturn) text = text.replaceAll("\r", "\n");
    if (reader === undefined) {
      const { delimiter, start } = findDelimiter(text, fileType);
      reader = new RecordReader(delimiter);
      text = text.slice(start);
    }
    for (const event of table.push(reader.push(text))) yield event;
  }
  if (reader === undefined) return;
  for (const event of table.push(reader.end())) yield event;
  for (const event of table.end()) yield event;
}

class DelimitedTable {
  readonly #sink: BlockSink;
  readonly #budget: ParserBudget;
  /** First records, until they are classified. */
  #head: string[][] | undefined = [];
  #id = 0;

  constructor(sink: BlockSink, budget: ParserBudget) {
    this.#sink = sink;
    this.#budget = budget;
  }

  push(records: readonly string[][]): ParserEvent[] {
    for (const cells of records) {
      while (cells.at(-1) === "") cells.pop();
      if (cells.length === 0) continue;
      this.#budget.spendCells(cells.length);
      if (this.#head === undefined) this.#sink.row("table_row", cells, this.#id);
      else if (this.#head.push(cells) >= HEAD_RECORDS) this.#writeHead(this.#head);
    }
    return this.#sink.take();
  }

  end(): ParserEvent[] {
    if (this.#head !== undefined) this.#writeHead(this.#head);
    return this.#sink.take();
  }

  #writeHead(records: readonly string[][]): void {
    this.#head = undefined;
    const { preamble, hasHeader } = tableHeadOf(records);
    for (const cells of records.slice(0, preamble)) this.#sink.text("paragraph", cells.join(" ").trim());
    this.#id = this.#sink.openTable();
    for (const [index, cells] of records.slice(preamble).entries()) {
      this.#sink.row(index === 0 && hasHeader ? "table_header" : "table_row", cells, this.#id);
    }
  }
}
