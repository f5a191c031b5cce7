import { noteMarkBreak, noteMarkText } from "@quarry/text";
import type { PageCell, PageLine } from "../engine/page-text.ts";
import { isRaised, possibleMark, startsNote } from "../engine/raised-mark.ts";
import { endText, LEADER, normalizeText } from "./mend-text.ts";

/** Pieces whose baselines differ by less than this many font sizes stand on one line. */
const SAME_BASELINE = 0.3;
/** Raised and lowered figures are smaller, and stand this far off. */
const SCRIPT_SCALE = 0.8;
const SCRIPT_BASELINE = 0.5;
/** A piece that begins this many font sizes behind the last one is a cell of its own. */
const CELL_GAP = 1.1;
/** A sign of money or a bracket that stands in a column of its own beside its amount. */
const OPENING_CELL = /^[-–−]?[$€£¥(]{1,2}$/;
/** Lines drawn with characters. */
const RULE = /^[_\-–—=*.\s]{4,}$/;
/** Markers that begin a list item or a note, and stand apart from it. */
const MARKER_CELL = /^(?:[•◦▪●‣∙·–—*o■□➢✓†‡-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])$/i;
/** Other signs mark an item where a text follows them: those of symbol fonts come as any sign. */
const SIGN_CELL = /^[^\p{L}\p{N}\s$€£¥%()]$/u;
const SYMBOL_CELL = /^[qnlvØü\uff61-\uff9f]$/;
const MIN_ITEM_CHARACTERS = 20;
const SENTENCE_END = /[.!?:]["”’')]*$/;
const MAX_SENTENCE_GAP = 1.5;
/** The mark of a note stands right behind its word. */
const MARK_GAP = 0.3;
const CLOSING_CELL = /^[)%]{1,2}$/;
/**
 * Beginning of an amount, to which a sign in front of it belongs; signs in front of other texts name a column of signs.
 */
const BEGINS_AMOUNT = /^[-–—−(]?[$€£¥]?[-–—−(]?[\d.,]|^[-–—−*]+(?: |$)/;
/** Amounts whose groups of digits leave no doubt where each ends, each with the blank behind it. */
const AMOUNTS =
  /(?:[$€£¥] ?)?\(?(?:\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,4})?|\d{1,3}\.\d{1,2})\)?%?(?: |$)|[$€£¥] ?\(?\d{1,3}\)?(?: |$)/g;
const SECTION_LABEL = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5}\.?$/;
const MAX_LABEL_CHARACTERS = 15;
const MAX_AMOUNTS_CHARACTERS = 200;
const ENDS_AMOUNT = /[\d)*#–—−-]$/;

/** Lines with their text mended, and pieces of one line that the file draws apart put together; wider gaps, in font sizes, divide cells. */
export function textLines(lines: readonly PageLine[], cellGap = CELL_GAP): PageLine[] {
  const result: PageLine[] = [];
  for (const raw of lines) {
    const text = normalizeText(raw.text);
    if (text === "" || RULE.test(text)) continue;
    const line = text === raw.text ? raw : { ...raw, text, hasLeader: LEADER.test(raw.text) };
    const last = result.at(-1);
    if (last !== undefined && isContinued(last, line)) result[result.length - 1] = joinPieces(last, line, cellGap);
    else result.push(line);
  }
  return result.map(withTidyCells);
}

export function withTidyCells(line: PageLine): PageLine {
  if (line.cells.length < 2) return line;
  const cells = line.isMono === true ? withSentences(line.cells, line.size) : line.cells;
  return { ...line, cells: withMarker(tidyCells(cells)) };
}

/** Two blanks behind a full stop in typewriter letters, which are as wide as a gap, divide no cells. */
function withSentences(cells: readonly PageCell[], size: number): PageCell[] {
  const result: PageCell[] = [];
  for (const cell of cells) {
    const last = result.at(-1);
    const isSentence = last !== undefined && cell.left - last.right <= size * MAX_SENTENCE_GAP;
    if (isSentence && SENTENCE_END.test(last.text))
      result[result.length - 1] = { ...last, text: `${last.text} ${cell.text}`, right: cell.right };
    else result.push(cell);
  }
  return result;
}

/** A bullet or number and what it stands before are one cell. */
function withMarker(cells: readonly PageCell[]): readonly PageCell[] {
  const [marker, first, ...rest] = cells;
  if (marker === undefined || first === undefined || !isMarker(marker.text, cells)) return cells;
  return [{ text: `${marker.text} ${first.text}`, left: marker.left, right: first.right }, ...rest];
}

function isMarker(text: string, [, ...cells]: readonly PageCell[]): boolean {
  if (MARKER_CELL.test(text)) return true;
  if (!SIGN_CELL.test(text) && !SYMBOL_CELL.test(text)) return false;
  return (
    cells.reduce((sum, cell) => sum + cell.text.length, 0) >= MIN_ITEM_CHARACTERS && /^\p{Lu}/u.test(cells[0]!.text)
  );
}

function isContinued(last: PageLine, line: PageLine): boolean {
  return (
    line.angle === last.angle &&
    Math.abs(line.baseline - last.baseline) < Math.max(last.size, line.size) * baselineTolerance(last, line) &&
    line.left >= last.right - last.size * 0.2
  );
}

const baselineTolerance = (one: PageLine, other: PageLine): number =>
  Math.min(one.size, other.size) < Math.max(one.size, other.size) * SCRIPT_SCALE ? SCRIPT_BASELINE : SAME_BASELINE;

const isLabel = (text: string): boolean => text.length <= MAX_LABEL_CHARACTERS && SECTION_LABEL.test(text);

/** A line and the piece behind it as one. */
export function joinPieces(last: PageLine, piece: PageLine, cellGap = CELL_GAP): PageLine {
  const gap = piece.left - last.right;
  const line = gap < last.size * MARK_GAP ? withMarkSetOff(last, piece) : piece;
  const isCell = gap > last.size * cellGap;
  const separator = gap < last.size * 0.1 && !isNoteBehindMark(last, line) ? "" : " ";
  return {
    ...last,
    text: `${endText(last.text)}${isCell ? " " : separator}${line.text}`,
    right: line.right,
    // Parts of a heading may be smaller: the larger one is that of the heading.
    size: last.isBold && line.isBold ? Math.max(last.size, line.size) : last.size,
    // The number of a section may be set in other type than its title.
    isBold: (last.isBold || isLabel(last.text)) && line.isBold,
    isMono: last.isMono === true && line.isMono === true,
    hasLeader: last.hasLeader === true || line.hasLeader === true,
    cells: isCell ? [...last.cells, ...line.cells] : joinCells(last.cells, line.cells, separator),
  };
}

const isNoteBehindMark = (last: PageLine, line: PageLine): boolean =>
  isRaised(line, last) && startsNote(last.text + line.text, last.text.length);

/** A raised piece that begins with the mark of a note to the text before it. */
function withMarkSetOff(last: PageLine, line: PageLine): PageLine {
  const mark = possibleMark(line.text, 0);
  if (mark === undefined || !isRaised(last, line) || !noteMarkBreak(last.text, mark)) return line;
  const setOff = (text: string): string => noteMarkText(mark) + text.slice(mark.length);
  const [first, ...rest] = line.cells;
  return { ...line, text: setOff(line.text), cells: [{ ...first!, text: setOff(first!.text) }, ...rest] };
}

function joinCells(before: readonly PageCell[], after: readonly PageCell[], separator: string): PageCell[] {
  const last = before.at(-1)!;
  const first = after[0]!;
  const joined = { text: `${endText(last.text)}${separator}${first.text}`, left: last.left, right: first.right };
  return [...before.slice(0, -1), joined, ...after.slice(1)];
}

/** Signs of money, brackets and per cents join the amount beside them. */
function tidyCells(cells: readonly PageCell[]): PageCell[] {
  const result: PageCell[] = [];
  let opening: PageCell | undefined;
  for (const raw of cells.flatMap(amountsApart)) {
    const text = endText(normalizeText(raw.text));
    if (text === "") continue;
    if (opening !== undefined && !OPENING_CELL.test(text) && !BEGINS_AMOUNT.test(text)) {
      result.push(opening);
      opening = undefined;
    }
    const last = result.at(-1);
    if (OPENING_CELL.test(text)) {
      opening = {
        text: opening === undefined ? text : opening.text + text,
        left: opening?.left ?? raw.left,
        right: raw.right,
      };
    } else if (CLOSING_CELL.test(text) && last !== undefined && ENDS_AMOUNT.test(last.text)) {
      result[result.length - 1] = { text: last.text + text, left: last.left, right: raw.right };
    } else {
      // "5,777 $" is an amount and the sign of the next one.
      const trailing = / ([$€£¥])$/.exec(text)?.[1];
      const own = trailing === undefined ? text : text.slice(0, -2);
      const left = opening?.left ?? raw.left;
      result.push({ ...raw, text: opening === undefined ? own : `${opening.text} ${own}`, left });
      opening = trailing === undefined ? undefined : { text: trailing, left: raw.right, right: raw.right };
    }
  }
  if (opening !== undefined) result.push(opening);
  return result;
}

/** Amounts that stand close beside each other, of columns that are narrow: each with its share of the width. */
function amountsApart(cell: PageCell): PageCell[] {
  const text = normalizeText(cell.text);
  if (text.length > MAX_AMOUNTS_CHARACTERS || !text.includes(" ")) return [cell];
  const amounts = text.match(AMOUNTS);
  if (amounts === null || amounts.length < 2 || amounts.join("").length !== text.length) return [cell];
  const width = (cell.right - cell.left) / text.length;
  let start = 0;
  return amounts.map((amount) => {
    const left = cell.left + start * width;
    start += amount.length;
    return {
      text: amount.trim(),
      left,
      right: cell.left + (start - (amount.length - amount.trimEnd().length)) * width,
    };
  });
}
