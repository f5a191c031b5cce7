import type { PageCell, PageLine, PageText } from "../engine/page-text.ts";
import { textLines } from "./text-line.ts";

/** All lines at one height of a page, joined: visually one line. */
export interface PageRow {
  readonly text: string;
  readonly cells: readonly PageCell[];
  /** Lines that make up the row. */
  readonly lines: readonly PageLine[];
  readonly baseline: number;
  readonly left: number;
  readonly size: number;
  /** Whether the file marks it as an artifact, not part of the text. */
  readonly isArtifact: boolean;
  readonly style: string;
}

const WORD = /[\p{L}\p{N}]/u;
/** Maximum difference of baselines at the same height, in font sizes. */
const SAME_BASELINE = 0.3;
/** Maximum distance of the next row of a table, in font sizes and relative to the distance of its rows. */
const MAX_ROW_GAP = 2.2;
const MAX_PITCH = 1.6;
/** Maximum line distance of one text, at the same edge. */
const MAX_LINE_GAP = 1.4;
const SAME_EDGE = 2;

/** Returns the rows of a page from top to bottom, without text at other angles and without lines of signs. */
export function rowsOf({ lines, angle }: PageText): PageRow[] {
  const rows: PageRow[] = [];
  let open: PageLine[] = [];
  for (const line of lines
    .filter((other) => other.angle === angle && WORD.test(other.text))
    .toSorted((a, b) => b.baseline - a.baseline)) {
    const first = open[0];
    if (first !== undefined && first.baseline - line.baseline >= Math.max(first.size, line.size) * SAME_BASELINE) {
      rows.push(rowOf(open));
      open = [];
    }
    open.push(line);
  }
  if (open.length > 0) rows.push(rowOf(open));
  return rows;
}

function rowOf(lines: readonly PageLine[]): PageRow {
  const joined = lines.length === 1 ? lines : textLines(lines.toSorted((a, b) => a.left - b.left));
  const first = joined[0] ?? lines[0]!;
  const cells = joined.flatMap((line) => line.cells);
  return {
    // Fast path: most rows have one line.
    text: joined.length === 1 ? first.text : cells.map(({ text }) => text.trim()).join(" "),
    cells,
    lines,
    baseline: lines[0]!.baseline,
    left: first.left,
    size: first.size,
    isArtifact: lines.every(({ role }) => role === "artifact"),
    style: `${first.size}${first.isBold ? "b" : ""}${first.isItalic ? "i" : ""}`,
  };
}

/**
 * Whether a row continues in the adjacent one, as a row of the same table or a line of the same text. `further` is the
 * row after that, which shows the row distance of a table.
 */
export function continuesInto(row: PageRow, next: PageRow, further: PageRow | undefined): boolean {
  const gap = Math.abs(row.baseline - next.baseline);
  const isSameText = row.style === next.style && Math.abs(row.left - next.left) < SAME_EDGE;
  if (isSameText && gap <= row.size * MAX_LINE_GAP) return true;
  const pitch = further === undefined ? 0 : Math.abs(next.baseline - further.baseline);
  return gap <= Math.max(row.size * MAX_ROW_GAP, pitch * MAX_PITCH) && sharedColumns(row, next) >= 2;
}

/** Returns how many cells are above or below a cell of their own in the other row. */
function sharedColumns(row: PageRow, next: PageRow): number {
  let shared = 0;
  let from = 0;
  for (const cell of row.cells) {
    const under = next.cells.findIndex(
      (other, index) => index >= from && other.left < cell.right && other.right > cell.left,
    );
    if (under < 0) continue;
    shared++;
    from = under + 1;
  }
  return shared;
}
