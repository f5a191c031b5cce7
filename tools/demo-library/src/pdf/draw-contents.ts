import type { PageFlow } from "./page-flow.ts";
import { assertWinAnsi, color, fonts, page, textWidth } from "./page-style.ts";

export interface ContentsEntry {
  readonly level: 1 | 2;
  readonly text: string;
  /** Number of the chapter. */
  readonly number?: number;
  /** 1-based, the cover included, as PDF viewers count. */
  readonly page: number;
}

/** Draws the table of contents from a new page on; each chapter's line leads to its page. */
export const drawContents = (flow: PageFlow, entries: readonly ContentsEntry[]): void => {
  flow.newPage();
  flow.document.font(fonts.sansBold).fontSize(22).fillColor(color("accent"));
  flow.document.text("Contents", page.left, flow.y, { lineBreak: false });
  flow.y += 38;
  for (const entry of entries) drawEntry(flow, entry);
};

const drawEntry = (flow: PageFlow, entry: ContentsEntry): void => {
  assertWinAnsi(entry.text);
  const isChapter = entry.level === 1;
  const font = isChapter ? fonts.sansBold : fonts.sans;
  const size = isChapter ? 10 : 9;
  const height = isChapter ? 16 : 13;
  if (isChapter) flow.space(6);
  // A chapter's line does not stand alone at the foot of a page.
  flow.ensure(isChapter ? height + 26 : height);

  const { document } = flow;
  const label = isChapter ? `${entry.number}  ${entry.text}` : entry.text;
  const left = page.left + (isChapter ? 0 : 16);
  const right = page.width - page.right;
  document
    .font(font)
    .fontSize(size)
    .fillColor(isChapter ? color("accent") : color("ink"));
  const number = String(entry.page);
  const numberLeft = right - document.widthOfString(number);
  document.text(label, left, flow.y, { lineBreak: false });
  const labelEnd = left + document.widthOfString(label);
  document.text(number, numberLeft, flow.y, { lineBreak: false });
  document
    .moveTo(labelEnd + 6, flow.y + size * 0.78)
    .lineTo(numberLeft - 6, flow.y + size * 0.78)
    .lineWidth(0.6)
    .dash(0.6, { space: 3 })
    .stroke(color("rule"))
    .undash();
  if (isChapter) document.goTo(page.left, flow.y - 2, textWidth, height, `chapter-${entry.number}`);
  flow.y += height;
};
