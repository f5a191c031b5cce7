import { type ParsedBlock, ParserError, type ParserEvent } from "@quarry/plugin";
import { readCoreProperties } from "../archive/core-properties.ts";
import { readXml } from "../archive/read-xml.ts";
import { type Relationship, relationshipsOf } from "../archive/relationships.ts";
import { readThemeFonts } from "../archive/theme-fonts.ts";
import { TableIds } from "../flow/flow-item.ts";
import { missingPages } from "../missing-pages.ts";
import type { OfficeInput } from "../office-input.ts";
import { type CellStyles, NO_STYLES, readCellStyles } from "./cell-styles.ts";
import { HiddenCells } from "./hidden-cells.ts";
import { readMergedRows } from "./merged-cells.ts";
import { type CellContext, RowReader } from "./row-reader.ts";
import { readSharedStrings, SharedStrings } from "./shared-strings.ts";
import { readSheetLinks } from "./sheet-links.ts";
import { SheetBlocks } from "./sheet-blocks.ts";
import { readDefinedTables, readSheetExtras } from "./sheet-parts.ts";
import { readWorkbook, type Sheet, type Workbook } from "./workbook.ts";

/** Parses a workbook, streamed row by row. Each sheet's name is a heading, and its number is the page. */
export async function* parseWorkbook(input: OfficeInput): AsyncGenerator<ParserEvent> {
  const workbook = await readWorkbook(input);
  const total = workbook.sheets.length;
  input.budget.checkPages(total, "sheets");
  const info = await readCoreProperties(input.archive, input.limits);
  const parts = workbook.sheets.map(({ part }) => part);
  const warnings = [...missingPages("sheets", parts), ...input.unread];
  yield {
    type: "info",
    info: { ...info, pageCount: total, ...(warnings.length > 0 && { warnings }) },
  };
  checkSheets(workbook.sheets);
  const context = await openContext(input, workbook);
  const tableIds = new TableIds();
  for (const [index, sheet] of workbook.sheets.entries()) {
    const page = index + 1;
    let isFirst = true;
    for await (const block of readSheet(input, sheet, context, tableIds)) {
      if (isFirst) yield { type: "block", block: { kind: "heading", text: sheet.name, level: 1, page } };
      isFirst = false;
      yield { type: "block", block: { ...block, page } };
    }
    yield { type: "progress", done: page, total };
  }
  const lateWarnings = [...uncalculatedWarning(context.uncalculated), ...input.hidden.warnings];
  if (lateWarnings.length > 0) yield { type: "info", info: { warnings: [...warnings, ...lateWarnings] } };
}

const uncalculatedWarning = (count: number): string[] =>
  count === 0
    ? []
    : [
        `Formulas that were never calculated are read as formulas: ${count}. Open the file in a spreadsheet program, save it and upload that copy to get their results.`,
      ];

/** Fails if all sheets are missing: such a workbook is not just empty. */
function checkSheets(sheets: readonly Sheet[]): void {
  if (sheets.length > 0 && sheets.every(({ part }) => part === undefined)) {
    throw new ParserError("corrupt", "the sheets of the file are missing: open it, save it again and upload that copy");
  }
}

interface WorkbookContext extends CellContext {
  /** Number of formulas without a result so far. */
  uncalculated: number;
}

async function openContext(input: OfficeInput, workbook: Workbook): Promise<WorkbookContext> {
  const { archive, limits } = input;
  const { sharedStrings, is1904, isUncalculated } = workbook;
  const styles = await readStyles(input, workbook);
  const cellFonts = [...new Set(styles.fonts)].filter((font) => font !== undefined);
  return {
    strings:
      sharedStrings === undefined
        ? new SharedStrings()
        : await readSharedStrings(archive, sharedStrings, limits, cellFonts),
    styles,
    is1904,
    isUncalculated,
    budget: input.budget,
    spendText: textCounter(input),
    uncalculated: 0,
  };
}

async function readStyles({ archive, limits }: OfficeInput, { styles, theme }: Workbook): Promise<CellStyles> {
  if (styles === undefined) return NO_STYLES;
  return await readCellStyles(archive, styles, await readThemeFonts(archive, theme, limits), limits);
}

/**
 * Maximum ratio of text to file size. Cells refer to shared texts by number, so a small file can expand without limit.
 * Real files repeat short words.
 */
const MAX_TEXT_RATIO = 20;
const FREE_CHARACTERS = 67_108_864;

function textCounter({ archive, budget }: OfficeInput): (characters: number) => void {
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
  input: OfficeInput,
  { part, isChart, isHidden }: Sheet,
  context: WorkbookContext,
  tableIds: TableIds,
): AsyncGenerator<ParsedBlock> {
  if (part === undefined) return;
  if (isHidden && !input.settings.hiddenContent) {
    input.hidden.add("sheet");
    return;
  }
  const relationships = await relationshipsOf(input.archive, part, input.limits);
  const hidden = input.settings.hiddenContent ? undefined : new HiddenCells();
  if (!isChart) yield* readRows(input, { part, relationships, hidden }, context, tableIds);
  yield* readSheetExtras(input, { relationships, hidden }, tableIds);
  hidden?.countInto(input.hidden);
}

interface SheetPart {
  readonly part: string;
  readonly relationships: readonly Relationship[];
  readonly hidden: HiddenCells | undefined;
}

async function* readRows(
  input: OfficeInput,
  { part, relationships, hidden }: SheetPart,
  context: WorkbookContext,
  tableIds: TableIds,
): AsyncGenerator<ParsedBlock> {
  const { spendText } = context;
  const definedTables = await readDefinedTables(input, relationships);
  const merged = await readMergedRows(input.archive, part);
  const links = await readSheetLinks(input.archive, part, relationships, input.limits);
  const reader = new RowReader(context, links, hidden);
  let blocks: SheetBlocks | undefined;
  for await (const chunk of readXml(input.archive, part, input.limits, reader.handlers)) {
    void chunk;
    for (const row of reader.take()) {
      merged.complete(row, spendText);
      const shown = hidden === undefined ? row : hidden.shown(row);
      // Hidden columns are known when the first row arrives.
      blocks ??= new SheetBlocks({
        nextTableId: () => tableIds.next(),
        definedTables: hidden === undefined ? definedTables : definedTables.map((table) => hidden.shownTable(table)),
        spendText,
      });
      if (shown !== undefined) yield* blocks.add(shown);
    }
  }
  if (blocks !== undefined) yield* blocks.end();
  context.uncalculated += reader.uncalculated;
}
