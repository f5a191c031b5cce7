import type { PageCell, PageLine } from "../engine/page-text.ts";
import type { Ruling } from "../engine/rulings.ts";
import { joinLines } from "./divided-word.ts";
import type { DocumentWords } from "./document-words.ts";
import { type Column, centreOf, columnsUnder, nearestColumn, pitchAt } from "./table-columns.ts";

/** More names, columns or rulings are made to keep a parser busy: each may be compared with all others. */
const MAX_NAMES = 300;
/** Maximum difference of baselines at the same height, in font sizes. */
const SAME_HEIGHT = 0.3;
/** Maximum distance of a ruling below a name's baseline, in font sizes. */
const MAX_RULE_DISTANCE = 1.2;
/** Maximum gap of rulings that touch, and maximum overhang of names over their ruling, in points. */
const TOUCHING = 0.8;
const OVERHANG = 3;
/** Maximum line distance of one name, in font sizes. */
const MAX_LEADING = 1.25;
/**
 * Maximum distance, in column distances, of the centre of a name from that of the columns it spans: all of them, or a
 * group.
 */
const MAX_OFF_CENTRE = 0.25;
const MAX_OFF_GROUP = 0.35;
const MAX_NAME_WIDTH = 1.3;
const UNIT = /^\(.*\)$/;

/** Names at one height. */
interface Names {
  readonly baseline: number;
  readonly size: number;
  readonly cells: readonly PageCell[];
}

/**
 * Returns the name of each column, joined from the header's lines from top to bottom. A name that spans several columns
 * is repeated in each: those over the ruling below it, or those that it is centred over.
 */
export function columnNames(
  lines: readonly PageLine[],
  columns: readonly Column[],
  rules: readonly Ruling[],
  words: DocumentWords,
): string[] {
  const rows = byHeight(lines);
  const near = rulesOf(rows, rules);
  const wide = widened(columns, rows, near);
  const isSimple = rows.reduce((sum, { cells }) => sum + cells.length, 0) > MAX_NAMES || columns.length > MAX_NAMES;
  const texts = columns.map(() => "");
  for (const [position, row] of rows.entries()) {
    const groups = isSimple ? undefined : groupsUnder(row, columns, wide);
    for (const [index, cell] of row.cells.entries()) {
      const over = isSimple
        ? [nearestColumn(cell, columns)]
        : columnsOver({ cell, index, rowIndex: position }, { rows, columns, wide, rules: near }, groups?.[index]);
      for (const column of over) {
        const own = texts[column]!;
        texts[column] = own === "" ? cell.text : joinLines(own, cell.text, words);
      }
    }
  }
  return texts;
}

function byHeight(lines: readonly PageLine[]): Names[] {
  const rows: { baseline: number; size: number; cells: PageCell[] }[] = [];
  const cells = lines.flatMap(({ baseline, size, cells }) =>
    cells.map((cell) => ({ baseline: baseline + (cell.lift ?? 0), size, cell })),
  );
  for (const { baseline, size, cell } of cells.toSorted((one, other) => other.baseline - one.baseline)) {
    const last = rows.at(-1);
    if (last !== undefined && last.baseline - baseline < size * SAME_HEIGHT) last.cells.push(cell);
    else rows.push({ baseline, size, cells: [cell] });
  }
  for (const row of rows) row.cells.sort((one, other) => one.left - other.left);
  return rows;
}

/** Returns the horizontal rulings between and below the names. Rulings that touch are joined. */
function rulesOf(rows: readonly Names[], rules: readonly Ruling[]): Ruling[] {
  const [top, bottom] = [rows[0]!, rows.at(-1)!];
  const lowest = bottom.baseline - bottom.size * MAX_RULE_DISTANCE;
  const result: Ruling[] = [];
  for (const rule of rules
    .filter(({ isUpright, at }) => !isUpright && at >= lowest && at < top.baseline)
    .toSorted((one, other) => Math.round(one.at) - Math.round(other.at) || one.from - other.from)) {
    const last = result.at(-1);
    const isNext = last !== undefined && Math.abs(rule.at - last.at) < 1 && rule.from <= last.to + TOUCHING;
    if (isNext) result[result.length - 1] = { ...last, to: Math.max(last.to, rule.to) };
    else result.push(rule);
  }
  return result.slice(0, MAX_NAMES);
}

/** Widens columns to the rulings below their names, or to the names if each column has one. */
function widened(columns: readonly Column[], rows: readonly Names[], rules: readonly Ruling[]): Column[] {
  const { baseline, size } = rows.at(-1)!;
  const below = rules.filter(({ at }) => at <= baseline && at >= baseline - size * MAX_RULE_DISTANCE);
  const names = stacksOf(columns, rows);
  return columns.map((column, index) => {
    if (index === 0) return column;
    const over = below.find((rule) => {
      const covered = columns.filter((other) => other.left < rule.to && other.right > rule.from);
      return covered.length === 1 && covered[0] === column;
    });
    const { left, right } = over === undefined ? (names?.[index - 1] ?? column) : { left: over.from, right: over.to };
    return { left: Math.min(column.left, left), right: Math.max(column.right, right) };
  });
}

/**
 * Returns the extents of the names of single columns, whose lines are stacked. Returns undefined unless each column has
 * one.
 */
function stacksOf(columns: readonly Column[], rows: readonly Names[]): Column[] | undefined {
  if (columns.length < 3) return undefined;
  const widest = pitchAt(columns, 1) * MAX_NAME_WIDTH;
  const stacks: Column[] = [];
  for (const { left, right } of rows
    .flatMap(({ cells }) => cells)
    .filter((cell) => cell.right - cell.left <= widest && centreOf(cell) > columns[0]!.right)
    .toSorted((one, other) => one.left - other.left)) {
    const last = stacks.at(-1);
    if (last === undefined || left > last.right) stacks.push({ left, right });
    else stacks[stacks.length - 1] = { left: last.left, right: Math.max(last.right, right) };
  }
  return stacks.length === columns.length - 1 ? stacks : undefined;
}

/** A name, with its index in its row and that of the row in the header. */
interface Name {
  readonly cell: PageCell;
  readonly index: number;
  readonly rowIndex: number;
}

interface Header {
  readonly rows: readonly Names[];
  readonly columns: readonly Column[];
  /** The columns widened to their names. */
  readonly wide: readonly Column[];
  readonly rules: readonly Ruling[];
}

function columnsOver(name: Name, header: Header, group: readonly number[] | undefined): readonly number[] {
  const { cell, index, rowIndex } = name;
  const { rows, columns, wide } = header;
  const row = rows[rowIndex]!;
  const ruled = overRule(name, header);
  if (ruled.length > 0) return ruled;
  if (row.cells.length === 1 && isOverAll(cell, rows, rowIndex, columns)) return columns.keys().drop(1).toArray();
  if (group !== undefined && !isLineOfName(cell, rows, rowIndex)) return group;
  // A name never spans a column that another name at its height is nearer to.
  const [before, next] = [row.cells[index - 1], row.cells[index + 1]];
  const first = before === undefined ? 0 : nearestColumn(before, wide) + 1;
  const last = next === undefined ? columns.length - 1 : nearestColumn(next, wide) - 1;
  const under = columnsUnder(cell, wide).filter((column) => column >= first && column <= last);
  return under.length > 0 ? under : [nearestColumn(cell, wide)];
}

/** Returns the columns over the nearest ruling below a name, if no other name shares the ruling. */
function overRule({ cell, rowIndex }: Name, { rows, columns, rules }: Header): number[] {
  const { baseline } = rows[rowIndex]!;
  const rule = rules.findLast(
    ({ at, from, to }) => at < baseline && from <= cell.left + OVERHANG && to >= cell.right - OVERHANG,
  );
  if (rule === undefined) return [];
  const isAlone = rows.slice(rowIndex).every((row) => {
    if (row.baseline < rule.at) return true;
    return row.cells.filter((other) => centreOf(other) > rule.from && centreOf(other) < rule.to).length <= 1;
  });
  if (!isAlone) return [];
  const over = columns.flatMap((column, index) =>
    centreOf(column) > rule.from - OVERHANG && centreOf(column) < rule.to + OVERHANG ? [index] : [],
  );
  // A ruling below all names of the table gives no information about a single one.
  return over.length > 1 && over[0] === 0 ? [] : over;
}

/** Returns the columns under at least two names that together span all columns, each centred over its own. */
function groupsUnder({ cells }: Names, columns: readonly Column[], wide: readonly Column[]): number[][] | undefined {
  if (cells.length < 2 || cells.length >= columns.length - 1) return undefined;
  const pitch = pitchAt(columns, 1);
  const groups = cells.map((cell, index) => {
    const [before, next] = [cells[index - 1], cells[index + 1]];
    const from = before === undefined ? -Infinity : (before.right + cell.left) / 2;
    const to = next === undefined ? Infinity : (cell.right + next.left) / 2;
    return columns.flatMap((_, column) => {
      const centre = centreOf(wide[column]!);
      return column > 0 && centre >= from && centre < to ? [column] : [];
    });
  });
  const isOver = groups.every((group, index) => {
    const [first, last] = [wide[group[0] ?? -1], wide[group.at(-1) ?? -1]];
    if (first === undefined || last === undefined) return false;
    return Math.abs((first.left + last.right) / 2 - centreOf(cells[index]!)) <= pitch * MAX_OFF_GROUP;
  });
  return isOver ? groups : undefined;
}

/** Whether the only name at its height is centred over all columns, and is not a line of a narrower name. */
function isOverAll(cell: PageCell, rows: readonly Names[], index: number, columns: readonly Column[]): boolean {
  const [first, last] = [columns[1], columns.at(-1)];
  if (first === undefined || columns.length < 3 || rows.every(({ cells }) => cells.length < 2)) return false;
  const pitch = pitchAt(columns, 1);
  if (Math.abs(centreOf(cell) - (first.left + last!.right) / 2) > pitch * MAX_OFF_CENTRE) return false;
  if (UNIT.test(cell.text) || cell.right - cell.left > pitch * MAX_NAME_WIDTH) return true;
  return !isLineOfName(cell, rows, index);
}

/** Whether a name has another line closely above or below. */
const isLineOfName = (cell: PageCell, rows: readonly Names[], index: number): boolean =>
  rows.some(
    (row, at) =>
      at !== index &&
      Math.abs(row.baseline - rows[index]!.baseline) <= row.size * MAX_LEADING &&
      row.cells.some((other) => other.right >= cell.left && other.left <= cell.right),
  );
