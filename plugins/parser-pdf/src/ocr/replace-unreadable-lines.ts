import type { RecognisedParagraph } from "@quarry/ocr";
import type { PageBox } from "@quarry/plugin";
import type { PageLine, PageSheet } from "../engine/page-text.ts";
import { lineBoxOf } from "../layout/page-coordinates.ts";

interface RecognisedLine {
  readonly text: string;
  readonly box: PageBox;
}

/** Returns the boxes of lines on their page. */
export const boxesOf = (lines: Iterable<PageLine>, sheet: PageSheet): PageBox[] =>
  [...lines].flatMap((line) => lineBoxOf([line], sheet));

/**
 * Returns the lines of a page with unreadable lines replaced by the recognised ones. Lines without a replacement are
 * dropped.
 */
export function replaceUnreadableLines(
  lines: readonly PageLine[],
  unreadable: ReadonlySet<PageLine>,
  sheet: PageSheet,
  recognised: readonly RecognisedParagraph[],
): PageLine[] {
  const found = recognised.flatMap(linesOf);
  return lines.flatMap((line) => {
    if (!unreadable.has(line)) return [line];
    const [box] = lineBoxOf([line], sheet);
    const text = found
      .filter((other) => box !== undefined && isIn(other.box, box))
      .map((other) => other.text)
      .join(" ");
    return text === "" ? [] : [{ ...line, text, cells: [{ text, left: line.left, right: line.right }] }];
  });
}

const linesOf = ({ text, lines }: RecognisedParagraph): RecognisedLine[] =>
  lines.map((box, index) => ({ box, text: text.slice(box.start, lines[index + 1]?.start).trim() }));

/** Whether the centre of one box is in the other. */
function isIn(one: PageBox, other: PageBox): boolean {
  const [x, y] = [(one.x0 + one.x1) / 2, (one.y0 + one.y1) / 2];
  return x >= other.x0 && x <= other.x1 && y >= other.y0 && y <= other.y1;
}
