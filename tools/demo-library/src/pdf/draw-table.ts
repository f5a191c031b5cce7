import { plainText, type Run } from "../markdown.ts";
import { breakLines, tableStyle, type Line } from "./line-breaking.ts";
import type { PageFlow } from "./page-flow.ts";
import { color, leading, page, textBottom, textWidth } from "./page-style.ts";

const PADDING = 5;
/** Narrower than this, words of a heading would break. */
const MINIMUM_COLUMN = 48;
/** A table up to this height is not parted between pages: the gap it leaves is the smaller evil. */
const WHOLE_TABLE_HEIGHT = 180;

type Row = readonly (readonly Run[])[];

/** Draws a table with a shaded header, which is repeated where the table goes over to another page. */
export const drawTable = (flow: PageFlow, rows: readonly Row[]): void => {
  const [header, ...body] = rows as [Row, ...Row[]];
  const widths = columnWidths(flow, rows);
  const headerRuns = emphasised(header);

  flow.space(6);
  flow.ensure(tableRoom(flow, rows));
  drawRow(flow, headerRuns, widths, true);
  for (const row of body) {
    if (flow.y + rowHeight(layout(flow, row, widths)) > textBottom) {
      flow.newPage();
      drawRow(flow, headerRuns, widths, true);
    }
    drawRow(flow, row, widths, false);
  }
  flow.y += 12;
};

/** The height that must be free for the table to begin: all of a small table, else its header and first row. */
export const tableRoom = (flow: PageFlow, rows: readonly Row[]): number => {
  const widths = columnWidths(flow, rows);
  const heights = rows.map((row, index) => rowHeight(layout(flow, index === 0 ? emphasised(row) : row, widths)));
  const total = heights.reduce((sum, height) => sum + height, 0);
  return total <= WHOLE_TABLE_HEIGHT ? total : heights[0]! + (heights[1] ?? 0) + 8;
};

const emphasised = (row: Row): Row => row.map((cell) => cell.map((run) => ({ ...run, bold: true })));

const drawRow = (flow: PageFlow, row: Row, widths: readonly number[], isHeader: boolean): void => {
  const cells = layout(flow, row, widths);
  const height = rowHeight(cells);
  const { document } = flow;
  if (isHeader) document.rect(page.left, flow.y, textWidth, height).fill(color("accent"));
  document.fillColor(isHeader ? color("paper") : color("ink"));
  let left: number = page.left;
  for (const [column, lines] of cells.entries()) {
    for (const [index, line] of lines.entries()) {
      if (line.length > 0) flow.drawLine(line, left + PADDING, flow.y + PADDING + index * leading.table, leading.table);
    }
    left += widths[column]!;
  }
  flow.y += height;
  document
    .moveTo(page.left, flow.y)
    .lineTo(page.width - page.right, flow.y)
    .lineWidth(0.5)
    .stroke(color("rule"));
};

const layout = (flow: PageFlow, row: Row, widths: readonly number[]): Line[][] =>
  row.map((cell, column) => breakLines(cell, widths[column]! - 2 * PADDING, tableStyle, flow.measure));

const rowHeight = (cells: readonly Line[][]): number =>
  Math.max(...cells.map((lines) => lines.length)) * leading.table + 2 * PADDING;

/** Shares the width by the longest cell of each column, with a floor that keeps the longest word whole. */
const columnWidths = (flow: PageFlow, rows: readonly Row[]): number[] => {
  const columns = rows[0]!.map((_cell, column) => rows.map((row) => row[column] ?? []));
  const natural = columns.map((cells) => Math.max(...cells.map((cell) => widthOf(flow, cell))) + 2 * PADDING);
  const floors = columns.map((cells) =>
    Math.max(MINIMUM_COLUMN, ...cells.flatMap((cell) => longestWord(flow, cell) + 2 * PADDING + 1)),
  );
  const total = natural.reduce((sum, width) => sum + width, 0);
  if (total <= textWidth) return natural.map((width) => width + (textWidth - total) / natural.length);
  const floorTotal = floors.reduce((sum, width) => sum + width, 0);
  const wanted = natural.map((width, column) => Math.max(0, width - floors[column]!));
  const wantedTotal = wanted.reduce((sum, width) => sum + width, 0);
  return floors.map((floor, column) => floor + ((textWidth - floorTotal) * wanted[column]!) / wantedTotal);
};

const widthOf = (flow: PageFlow, cell: readonly Run[]): number => {
  const lines = breakLines(cell, Number.POSITIVE_INFINITY, tableStyle, flow.measure);
  return (lines[0] ?? []).reduce((sum, part) => sum + flow.measure(part.text, part.font, part.size), 0);
};

const longestWord = (flow: PageFlow, cell: readonly Run[]): number =>
  Math.max(
    0,
    ...plainText(cell)
      .split(" ")
      .map((word) => widthOf(flow, [{ text: word, bold: true, code: cell.some((run) => run.code) }])),
  );
