import { noteMarkBreak, noteMarkText } from "@quarry/text";
import type { PageCell, PageLine } from "../engine/page-text.ts";
import { isRaised, possibleMark, startsNote } from "../engine/raised-mark.ts";
import { endText, LEADER, normalizeText } from "./correct-text.ts";

/** Maximum difference of baselines of pieces on one line, in font sizes. */
const SAME_BASELINE = 0.3;
/** Maximum size of superscripts and subscripts relative to their text, and their maximum baseline difference. */
const SCRIPT_SCALE = 0.8;
const SCRIPT_BASELINE = 0.5;
/** Minimum gap, in font sizes, before a piece that is a cell of its own. */
const CELL_GAP = 1.1;
/** A currency sign or bracket in its own column next to its amount. */
const OPENING_CELL = /^[-–−]?[$€£¥(]{1,2}$/;
/** Rulings drawn with characters. */
const RULE = /^[_\-–—=*.\s]{4,}$/;
/** Markers of a list item or a note, separated from it by a gap. */
const MARKER_CELL = /^(?:[•◦▪●‣∙·–—*o■□➢✓†‡-]|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])$/i;
/** Other signs that mark an item if text follows: symbol fonts produce arbitrary signs. */
const SIGN_CELL = /^[^\p{L}\p{N}\s$€£¥%()]$/u;
const SYMBOL_CELL = /^[qnlvØü\uff61-\uff9f]$/;
const MIN_ITEM_CHARACTERS = 20;
const SENTENCE_END = /[.!?:]["”’')]*$/;
const MAX_SENTENCE_GAP = 1.5;
/** Maximum gap between a note mark and its word, in font sizes. */
const MARK_GAP = 0.3;
const CLOSING_CELL = /^[)%]{1,2}$/;
/** Beginning of an amount that a preceding sign belongs to. Signs before other texts are a column of signs. */
const BEGINS_AMOUNT = /^[-–—−(]?[$€£¥]?[-–—−(]?[\d.,]|^[-–—−*]+(?: |$)/;
/** Amounts whose digit groups make their ends unambiguous, each with the space after it. */
const AMOUNTS =
  /(?:[$€£¥] ?)?\(?(?:\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,4})?|\d{1,3}\.\d{1,2})\)?%?(?: |$)|[$€£¥] ?\(?\d{1,3}\)?(?: |$)/g;
const SECTION_LABEL = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){0,5}\.?$/;
const MAX_LABEL_CHARACTERS = 15;
const MAX_AMOUNTS_CHARACTERS = 200;
const ENDS_AMOUNT = /[\d)*#–—−-]$/;

/**
 * Normalises the text of lines and joins separately drawn pieces of one line. Gaps wider than `cellGap` font sizes
 * divide cells.
 */
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

/** Joins cells at two spaces after a full stop in monospaced text, which are as wide as a cell gap. */
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

/** Joins a bullet or number with the cell after it. */
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

/** Joins a line with the piece after it. */
export function joinPieces(last: PageLine, gridCell: PageLine, cellGap = CELL_GAP): PageLine {
  const gap = gridCell.left - last.right;
  const line = gap < last.size * MARK_GAP ? withMarkSetOff(last, gridCell) : gridCell;
  const isCell = gap > last.size * cellGap;
  const separator = gap < last.size * 0.1 && !isNoteBehindMark(last, line) ? "" : " ";
  return {
    ...last,
    text: `${endText(last.text)}${isCell ? " " : separator}${line.text}`,
    right: line.right,
    // Parts of a heading can be smaller: the larger size is the heading's.
    size: last.isBold && line.isBold ? Math.max(last.size, line.size) : last.size,
    // A section number can have another style than its title.
    isBold: (last.isBold || isLabel(last.text)) && line.isBold,
    isMono: last.isMono === true && line.isMono === true,
    hasLeader: last.hasLeader === true || line.hasLeader === true,
    cells: isCell ? [...last.cells, ...line.cells] : joinCells(last.cells, line.cells, separator),
  };
}

const isNoteBehindMark = (last: PageLine, line: PageLine): boolean =>
  isRaised(line, last) && startsNote(last.text + line.text, last.text.length);

/** Separates the note mark at the beginning of a raised piece from the text before it. */
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

/** Joins currency signs, brackets and per cent signs with the amount next to them. */
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

/** Splits adjacent amounts of narrow columns. Each gets its share of the width. */
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
