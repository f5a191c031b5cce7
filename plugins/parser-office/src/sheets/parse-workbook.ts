import type { ParserEvent } from "@quarry/plugin";
import { readXml } from "../archive/read-xml.ts";
import type { OfficeRead } from "../office-parser.ts";
import { readNumberKinds } from "./number-formats.ts";
import { type CellContext, type Row, RowReader } from "./row-reader.ts";
import { readSharedStrings } from "./shared-strings.ts";
import { SheetBlocks } from "./sheet-blocks.ts";
import { readInfo, readWorkbook } from "./workbook.ts";

/** A workbook, streamed row by row: each sheet's name as a heading, its number as the page. */
export async function* parseWorkbook(read: OfficeRead): AsyncGenerator<ParserEvent> {
  const { archive, limits, budget } = read;
  const workbook = await readWorkbook(archive, read.mainPart, limits);
  const total = workbook.sheets.length;
  budget.checkPages(total, "sheets");
  yield { type: "info", info: { ...(await readInfo(archive, limits)), pageCount: total } };
  const context: CellContext = {
    strings:
      workbook.sharedStrings === undefined ? [] : await readSharedStrings(archive, workbook.sharedStrings, limits),
    kinds: workbook.styles === undefined ? [] : await readNumberKinds(archive, workbook.styles, limits),
    is1904: workbook.is1904,
  };
  let tables = 0;
  for (const [index, sheet] of workbook.sheets.entries()) {
    const page = index + 1;
    const blocks = new SheetBlocks(() => ++tables);
    let isFirst = true;
    for await (const row of readRows(read, sheet.part, context)) {
      if (isFirst) yield { type: "block", block: { kind: "heading", text: sheet.name, level: 1, page } };
      isFirst = false;
      const block = blocks.read(row);
      budget.spendText(block.text.length);
      yield { type: "block", block: { ...block, page } };
    }
    yield { type: "progress", done: page, total };
  }
}

async function* readRows(read: OfficeRead, part: string | undefined, context: CellContext): AsyncGenerator<Row> {
  if (part === undefined) return;
  const reader = new RowReader(context);
  yield* readXml(read.archive, part, read.limits, reader.handlers, () => reader.take());
}
