import { type ParsedBlock, ParserError, type ParserEvent } from "@quarry/plugin";
import { readCoreProperties } from "../archive/core-properties.ts";
import { readXml } from "../archive/read-xml.ts";
import { relationshipsOf } from "../archive/relationships.ts";
import { TableIds } from "../flow/flow-item.ts";
import { missingPages } from "../missing-pages.ts";
import type { OfficeRead } from "../office-read.ts";
import { readMergedRows } from "./merged-cells.ts";
import { readNumberFormats } from "./number-formats.ts";
import { type CellContext, RowReader } from "./row-reader.ts";
import { readSharedStrings } from "./shared-strings.ts";
import { SheetBlocks } from "./sheet-blocks.ts";
import { readDefinedTables, readSheetExtras } from "./sheet-parts.ts";
import { TextStore } from "./text-store.ts";
import { readWorkbook, type Sheet, type Workbook } from "./workbook.ts";

/** A workbook, streamed row by row: each sheet's name as a heading, its number as the page. */
export async function* parseWorkbook(read: OfficeRead): AsyncGenerator<ParserEvent> {
  const workbook = await readWorkbook(read);
  const total = workbook.sheets.length;
  read.budget.checkPages(total, "sheets");
  const info = await readCoreProperties(read.archive, read.limits);
  const parts = workbook.sheets.map(({ part }) => part);
  const warnings = [...missingPages("sheets", parts), ...read.unread];
  yield {
    type: "info",
    info: { ...info, pageCount: total, ...(warnings.length > 0 && { warnings }) },
  };
  checkSheets(workbook.sheets);
  const context = await openContext(read, workbook);
  const tableIds = new TableIds();
  for (const [index, sheet] of workbook.sheets.entries()) {
    const page = index + 1;
    let isFirst = true;
    for await (const block of readSheet(read, sheet, context, tableIds)) {
      if (isFirst) yield { type: "block", block: { kind: "heading", text: sheet.name, level: 1, page } };
      isFirst = false;
      yield { type: "block", block: { ...block, page } };
    }
    yield { type: "progress", done: page, total };
  }
}

/** A workbook whose sheets are all missing is no empty workbook. */
function checkSheets(sheets: readonly Sheet[]): void {
  if (sheets.length > 0 && sheets.every(({ part }) => part === undefined)) {
    throw new ParserError("corrupt", "the sheets of the file are missing: open it, save it again and upload that copy");
  }
}

async function openContext(read: OfficeRead, workbook: Workbook): Promise<CellContext> {
  const { archive, limits } = read;
  const { sharedStrings, styles, is1904 } = workbook;
  return {
    strings: sharedStrings === undefined ? new TextStore() : await readSharedStrings(archive, sharedStrings, limits),
    formats: styles === undefined ? [] : await readNumberFormats(archive, styles, limits),
    is1904,
    budget: read.budget,
    spendText: textCounter(read),
  };
}

/** Cells name shared texts by number, so a small file can hold text without end. Real ones repeat short words. */
const MAX_TEXT_RATIO = 20;
const FREE_CHARACTERS = 67_108_864;

function textCounter({ archive, budget }: OfficeRead): (characters: number) => void {
  const most = FREE_CHARACTERS + archive.declaredTextBytes * MAX_TEXT_RATIO;
  let total = 0;
  return (characters) => {
    budget.spendText(characters);
    total += characters;
    if (total > most) {
      throw new ParserError("limit", "the workbook repeats long texts in too many cells: remove some of them");
    }
  };
}

async function* readSheet(
  read: OfficeRead,
  { part, isChart, isHidden }: Sheet,
  context: CellContext,
  tableIds: TableIds,
): AsyncGenerator<ParsedBlock> {
  if (part === undefined || (isHidden && !read.settings.hiddenContent)) return;
  const { archive, limits } = read;
  const relationships = await relationshipsOf(archive, part, limits);
  if (!isChart) {
    const { spendText } = context;
    const definedTables = await readDefinedTables(read, relationships);
    const merged = await readMergedRows(archive, part);
    const blocks = new SheetBlocks({ nextTableId: () => tableIds.next(), definedTables, spendText });
    const reader = new RowReader(context);
    for await (const piece of readXml(archive, part, limits, reader.handlers)) {
      void piece;
      for (const row of reader.take()) {
        merged.complete(row, spendText);
        yield* blocks.add(row);
      }
    }
    yield* blocks.end();
  }
  yield* readSheetExtras(read, relationships, tableIds);
}
