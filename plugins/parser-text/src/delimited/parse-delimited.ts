import type { DecodedTextFile, ParserBudget, ParserEvent } from "@quarry/plugin";
import { cutText } from "../plain/cut-text.ts";
import type { TextSettings } from "../text-settings.ts";
import { detectDelimiter } from "./delimiter.ts";
import { RecordReader } from "./record-reader.ts";

/** One table: the first record is its header, every other a row. Records without any text are left out. */
export async function* parseDelimited(
  open: () => Promise<DecodedTextFile>,
  budget: ParserBudget,
  fileType: "csv" | "tsv",
  settings: TextSettings,
): AsyncGenerator<ParserEvent> {
  const file = await open();
  let reader: RecordReader | undefined;
  let isFirst = true;
  function* eventsOf(cells: readonly string[]): Generator<ParserEvent> {
    if (cells.every((cell) => cell === "")) return;
    const kind = isFirst && cells.length > 1 ? "table_header" : "table_row";
    isFirst = false;
    for (const text of cutText(cells.join(" | "), settings.maxBlockCharacters)) {
      budget.spendText(text.length);
      yield { type: "block", block: { kind, text, page: null, tableId: 1 } };
    }
  }
  for await (const chunk of file.chunks()) {
    reader ??= new RecordReader(detectDelimiter(chunk.replaceAll("\r\n", "\n"), fileType));
    for (const cells of reader.push(chunk)) yield* eventsOf(cells);
  }
  for (const cells of reader?.end() ?? []) yield* eventsOf(cells);
}
