import type { PageCell, PageLine } from "../engine/page-text.ts";
import { isRaised, possibleMark } from "../engine/raised-mark.ts";
import { partOf } from "./column-order.ts";
import { joinPieces } from "./text-line.ts";

/** A page with more lines or marks is made to keep a parser busy: each mark is compared with the lines near it. */
const MAX_LINES = 2_000;
const MAX_MARKS = 200;
const MAX_MARK_CHARACTERS = 32;
/** Maximum gap between a mark and its text, and maximum rise, in font sizes of the text. */
const MAX_GAP = 0.6;
const MAX_RISE = 0.6;

/**
 * Moves note marks that the file draws separately from their text, as spreadsheets do, after the words they belong to.
 */
export function attachMarks(drawn: readonly PageLine[]): readonly PageLine[] {
  if (drawn.length > MAX_LINES) return drawn;
  const lines = drawn.flatMap(separateMark);
  const marks = lines.filter(isMark);
  if (marks.length === 0 || marks.length > MAX_MARKS) return drawn;
  const hosts = new Map<PageLine, PageLine>();
  const attached = new Set<PageLine>();
  for (const mark of marks) {
    for (const line of lines) {
      const host = hosts.get(line) ?? line;
      const at = line === mark ? -1 : markedCellIndex(host, mark);
      if (at < 0) continue;
      hosts.set(line, withMark(host, at, mark));
      attached.add(mark);
      break;
    }
  }
  if (attached.size === 0) return drawn;
  return lines.flatMap((line) => (attached.has(line) ? [] : [hosts.get(line) ?? line]));
}

/** Normalises several bracketed marks to one mark of several notes. */
const markOf = (text: string): string => text.trim().replaceAll(")(", ",");

const isMark = ({ text, cells }: PageLine): boolean => {
  // Fast path: most lines are longer.
  if (text.length > 2 * MAX_MARK_CHARACTERS) return false;
  const own = markOf(text);
  return cells.length === 1 && own.length <= MAX_MARK_CHARACTERS && possibleMark(own, 0) === own;
};

/** Separates a mark from the cells after it, which are at the row's own height. */
function separateMark(line: PageLine): PageLine[] {
  const [first, second] = line.cells;
  if (second?.lift === undefined || !isMark(partOf(line, [first!]))) return [line];
  const rest = line.cells.slice(1).map(({ text, left, right }): PageCell => ({ text, left, right }));
  return [
    partOf(line, [first!]),
    { ...partOf(line, line.cells.slice(1)), cells: rest, baseline: line.baseline + second.lift },
  ];
}

/** Returns the index of the cell that a mark follows, or -1. */
function markedCellIndex(line: PageLine, mark: PageLine): number {
  if (mark.baseline - line.baseline > line.size * MAX_RISE || mark.angle !== line.angle || !isRaised(line, mark))
    return -1;
  return line.cells.findIndex((cell, index) => {
    const gap = mark.left - cell.right;
    const next = line.cells[index + 1];
    return Math.abs(gap) <= line.size * MAX_GAP && (next === undefined || next.left >= mark.right - line.size * 0.1);
  });
}

function withMark(line: PageLine, at: number, mark: PageLine): PageLine {
  const text = markOf(mark.text);
  const own = { ...mark, text, cells: [{ ...mark.cells[0]!, text }] };
  const marked = joinPieces(partOf(line, line.cells.slice(0, at + 1)), own);
  return at + 1 < line.cells.length ? joinPieces(marked, partOf(line, line.cells.slice(at + 1))) : marked;
}
