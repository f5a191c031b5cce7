import type { Block, Run } from "../markdown.ts";
import { drawTable, tableRoom } from "./draw-table.ts";
import { bodyStyle, breakLines, type Line } from "./line-breaking.ts";
import type { PageFlow } from "./page-flow.ts";
import { assertWinAnsi, color, fonts, leading, page, sizes, textBottom, textWidth } from "./page-style.ts";

const LIST_INDENT = 18;

/** Draws one block below the last; a heading stays with the block that follows it. Headings of level 1 are chapter openings and drawn elsewhere. */
export const drawBlock = (flow: PageFlow, block: Block, next?: Block): void => {
  switch (block.kind) {
    case "heading":
      return drawHeading(flow, block.text, block.level, next);
    case "paragraph":
      drawText(flow, block.runs, page.left, textWidth);
      flow.y += 7;
      return;
    case "list":
      return drawList(flow, block.items, block.ordered);
    case "table":
      return drawTable(flow, block.rows);
    case "code":
      return drawCode(flow, block.lines);
  }
};

const drawHeading = (flow: PageFlow, text: string, level: number, next: Block | undefined): void => {
  assertWinAnsi(text);
  const size = level === 2 ? 14 : 11.5;
  flow.space(12);
  // At least three lines of its text, or its table, stay with a heading.
  const follower = next?.kind === "table" ? tableRoom(flow, next.rows) + 6 : 3 * leading.body;
  flow.ensure(size + 10 + follower);
  flow.document.font(fonts.sansBold).fontSize(size).fillColor(color("accent"));
  flow.document.text(text, page.left, flow.y, { lineBreak: false });
  flow.y += size + 9;
};

const drawText = (flow: PageFlow, runs: readonly Run[], left: number, width: number): void => {
  const lines = breakLines(runs, width, bodyStyle, flow.measure);
  for (const [index, line] of lines.entries()) {
    if (needsNewPage(flow, lines, index)) flow.newPage();
    flow.document.fillColor(color("ink"));
    flow.drawLine(line, left, flow.y, leading.body);
    flow.y += leading.body;
  }
};

/** Also leaves the page early rather than to part the first or the last line of a paragraph from the rest. */
const needsNewPage = (flow: PageFlow, lines: readonly Line[], index: number): boolean => {
  const room = Math.floor((textBottom - flow.y + 0.01) / leading.body);
  const left = lines.length - index;
  if (room < 1) return true;
  if (index === 0 && lines.length > 1 && room < 2) return true;
  return left === 2 && room === 1;
};

const drawList = (flow: PageFlow, items: readonly (readonly Run[])[], ordered: boolean): void => {
  for (const [index, item] of items.entries()) {
    flow.ensure(2 * leading.body);
    const marker = ordered ? `${index + 1}.` : "•";
    flow.document.fillColor(color("highlight"));
    flow.drawLine(
      [{ text: marker, font: ordered ? fonts.sansBold : fonts.body, size: ordered ? 9.5 : 11, x: 0 }],
      page.left + 2,
      flow.y,
      leading.body,
    );
    drawText(flow, item, page.left + LIST_INDENT, textWidth - LIST_INDENT);
    flow.y += 2.5;
  }
  flow.y += 5;
};

const drawCode = (flow: PageFlow, lines: readonly string[]): void => {
  const height = lines.length * leading.code + 14;
  flow.space(2);
  flow.ensure(height + 4);
  const { document } = flow;
  document.rect(page.left, flow.y, textWidth, height).fill(color("surface"));
  document.rect(page.left, flow.y, 2.5, height).fill(color("accent"));
  document.fillColor(color("ink"));
  for (const [index, line] of lines.entries()) {
    assertWinAnsi(line);
    if (flow.measure(line, fonts.code, sizes.code) > textWidth - 18)
      throw new Error(`code line too long for the page: ${line}`);
    if (line.trim() === "") continue;
    flow.drawLine(
      [{ text: line, font: fonts.code, size: sizes.code, x: 0 }],
      page.left + 12,
      flow.y + 7 + index * leading.code,
      leading.code,
    );
  }
  flow.y += height + 12;
};
