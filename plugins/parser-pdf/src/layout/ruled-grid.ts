import type { Ruling } from "../engine/rulings.ts";

/** Columns and rows divided by rulings. `across` is sorted from left to right, `down` from top to bottom. */
export interface RuledGrid {
  readonly across: readonly number[];
  readonly down: readonly number[];
  /** Whether a ruling separates two columns at this height, or two rows at this horizontal position. */
  readonly hasUpright: (column: number, height: number) => boolean;
  readonly hasLevel: (row: number, index: number) => boolean;
  /** The grid of the rulings alone, if columns were also derived from breaks in horizontal rulings. */
  readonly plain?: RuledGrid | undefined;
}

/** Maximum distance, in points, of rulings that count as one or touch. */
const CLOSE = 3;
/** A ruling over a smaller share of a table's height or width is content of a cell. */
const MIN_SHARE = 0.25;
/**
 * If at least this many rulings span most of the table's height, breaks in rulings drawn cell by cell mark further
 * columns.
 */
const MIN_TALL = 3;
const MIN_TALL_SHARE = 0.8;
/** More rulings of one direction belong to a drawing. */
const MAX_LINES = 600;
/**
 * Minimum extent, in points, of a table beyond its last ruling that counts as a row or column without an outer ruling.
 */
const MIN_EDGE = 6;

/** Horizontal rulings of equal length, one below the other, that divide rows. */
export interface RuledRows {
  readonly left: number;
  readonly right: number;
  /** From top to bottom. */
  readonly down: readonly number[];
}

/** With fewer rulings the middle one is below column names, and the rows are not divided. */
const MIN_ROW_LINES = 4;
const MAX_FIRST_GAP = 2;
/** Rulings further apart, in points, have more than one row between them. */
const MAX_ROW_HEIGHT = 150;

/** Returns rows divided by horizontal rulings that no vertical ruling touches. */
export function ruledRows(rulings: readonly Ruling[]): RuledRows[] {
  const upright = rulings.filter(({ isUpright }) => isUpright);
  const level = joined(rulings.filter(({ isUpright }) => !isUpright));
  if (level.length < MIN_ROW_LINES || level.length > MAX_LINES || upright.length > MAX_LINES) return [];
  const alone = level.filter((line) => !upright.some((other) => touches(line, other)));
  const groups: Ruling[][] = [];
  for (const line of alone.toSorted((a, b) => b.at - a.at)) {
    const group = groups.find((lines) => isBelow(lines.at(-1)!, line));
    if (group === undefined) groups.push([line]);
    else group.push(line);
  }
  return groups
    .map((lines) => lines.filter(({ at }, index) => index === 0 || lines[index - 1]!.at - at > CLOSE))
    .map(withoutFarFirst)
    .filter((lines) => lines.length >= MIN_ROW_LINES)
    .map((lines) => ({ left: lines[0]!.from, right: lines[0]!.to, down: lines.map(({ at }) => at) }));
}

/**
 * Removes a first ruling that is much further from the others than they are from each other: it belongs to the page
 * header.
 */
function withoutFarFirst(lines: Ruling[]): Ruling[] {
  if (lines.length <= MIN_ROW_LINES) return lines;
  const gaps = lines.slice(1).map(({ at }, index) => lines[index]!.at - at);
  const usual = gaps.slice(1).toSorted((a, b) => a - b)[(gaps.length - 1) >> 1];
  return usual !== undefined && gaps[0]! > usual * MAX_FIRST_GAP ? lines.slice(1) : lines;
}

const isBelow = (above: Ruling, line: Ruling): boolean =>
  Math.abs(above.from - line.from) <= CLOSE &&
  Math.abs(above.to - line.to) <= CLOSE &&
  above.at - line.at <= MAX_ROW_HEIGHT;

/** Returns the grids of at least two columns and two rows that rulings form. */
export function ruledGrids(rulings: readonly Ruling[]): RuledGrid[] {
  const upright = joined(rulings.filter(({ isUpright }) => isUpright));
  const level = joined(rulings.filter(({ isUpright }) => !isUpright));
  // Two columns need at least one ruling between them. Their outer edges can follow from the horizontal rulings.
  if (upright.length === 0 || level.length < 2 || upright.length > MAX_LINES || level.length > MAX_LINES) return [];
  const breaks = breaksOf(rulings, level);
  return groupsOf(upright, level).flatMap((group) => {
    const plain = gridOf(group);
    const own = ownBreaks(group, breaks);
    if (own.length === 0) return plain ?? [];
    const grid = gridOf({ level: group.level, upright: joined([...group.upright, ...own]) });
    return grid === undefined ? (plain ?? []) : { ...grid, plain };
  });
}

/**
 * Returns column borders where rulings drawn cell by cell meet, down to the next horizontal ruling. Boxes can have
 * vertical rulings around several columns only.
 */
function breaksOf(rulings: readonly Ruling[], level: readonly Ruling[]): Ruling[] {
  const breaks: Ruling[] = [];
  let last: Ruling | undefined;
  for (const rule of rulings
    .filter(({ isUpright }) => !isUpright)
    .toSorted((a, b) => Math.round(b.at) - Math.round(a.at) || a.from - b.from)) {
    const isBeside = last !== undefined && Math.abs(rule.at - last.at) <= 1;
    const gap = isBeside ? rule.from - last!.to : Infinity;
    if (isBeside && Math.abs(gap) <= CLOSE && rule.to > last!.to + CLOSE) {
      const at = rule.from;
      const below = level.findLast((other) => other.at < rule.at - CLOSE && other.from <= at && other.to >= at);
      if (below !== undefined) breaks.push({ isUpright: true, at, from: below.at, to: rule.at });
    }
    last = isBeside ? { ...rule, to: Math.max(rule.to, last!.to) } : rule;
  }
  return breaks;
}

/** Returns the breaks within a group of rulings. */
function ownBreaks({ upright, level }: Group, breaks: readonly Ruling[]): Ruling[] {
  if (level.length < 2 || breaks.length === 0) return [];
  const [bottom, top] = extentOf(upright, level);
  const [left, right] = extentOf(level, upright);
  const tall = upright.filter(({ from, to }) => to - from >= (top - bottom) * MIN_TALL_SHARE);
  if (tall.length < MIN_TALL) return [];
  return breaks.filter(
    ({ at, from, to }) => at > left + CLOSE && at < right - CLOSE && from >= bottom - CLOSE && to <= top + CLOSE,
  );
}

/** Joins collinear rulings of one direction that touch or overlap. */
function joined(rulings: readonly Ruling[]): Ruling[] {
  const result: Ruling[] = [];
  for (const ruling of rulings.toSorted((a, b) => a.at - b.at || a.from - b.from)) {
    let index = result.length - 1;
    while (index >= 0 && ruling.at - result[index]!.at < 1 && !touchesOrOverlaps(result[index]!, ruling)) index--;
    const last = result[index];
    if (last === undefined || ruling.at - last.at >= 1) result.push(ruling);
    else result[index] = { ...last, from: Math.min(last.from, ruling.from), to: Math.max(last.to, ruling.to) };
  }
  return result;
}

const touchesOrOverlaps = (one: Ruling, other: Ruling): boolean =>
  other.from <= one.to + CLOSE && other.to >= one.from - CLOSE;

interface Group {
  readonly upright: Ruling[];
  readonly level: Ruling[];
}

/** Groups rulings that touch each other, directly or through others (connected components). */
function groupsOf(upright: readonly Ruling[], level: readonly Ruling[]): Group[] {
  const groups: Group[] = [];
  const left = new Set([...upright, ...level]);
  for (const start of upright) {
    if (!left.delete(start)) continue;
    const group: Group = { upright: [], level: [] };
    const open = [start];
    for (let line = open.pop(); line !== undefined; line = open.pop()) {
      (line.isUpright ? group.upright : group.level).push(line);
      for (const other of line.isUpright ? level : upright) {
        if (left.has(other) && touches(line, other) && left.delete(other)) open.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

const touches = (one: Ruling, other: Ruling): boolean =>
  other.at >= one.from - CLOSE &&
  other.at <= one.to + CLOSE &&
  one.at >= other.from - CLOSE &&
  one.at <= other.to + CLOSE;

function gridOf({ upright, level }: Group): RuledGrid | undefined {
  if (level.length < 2) return undefined;
  const [bottom, top] = extentOf(upright, level);
  const [left, right] = extentOf(level, upright);
  const across = withEdges(positionsOf(upright, top - bottom), left, right);
  const down = withEdges(positionsOf(level, right - left), bottom, top).toReversed();
  if (across.length < 3 || down.length < 3) return undefined;
  return {
    across,
    down,
    hasUpright: crossings(upright, across),
    hasLevel: crossings(level, down),
  };
}

/** Returns the extent of rulings: their own ends, or the outermost crossing rulings. */
const extentOf = (along: readonly Ruling[], across: readonly Ruling[]): [number, number] => [
  Math.min(...along.map(({ from }) => from), ...across.map(({ at }) => at)),
  Math.max(...along.map(({ to }) => to), ...across.map(({ at }) => at)),
];

/** Returns the positions of rulings that span enough of the table. */
function positionsOf(lines: readonly Ruling[], whole: number): number[] {
  const positions: { at: number; length: number }[] = [];
  for (const { at, from, to } of lines.toSorted((a, b) => a.at - b.at)) {
    const last = positions.at(-1);
    if (last === undefined || at - last.at > CLOSE) positions.push({ at, length: to - from });
    else last.length += to - from;
  }
  return positions.filter(({ length }) => length >= whole * MIN_SHARE).map(({ at }) => at);
}

function withEdges(positions: readonly number[], first: number, last: number): number[] {
  const result = [...positions];
  if (result.length === 0 || result[0]! - first > MIN_EDGE) result.unshift(first);
  if (last - result.at(-1)! > MIN_EDGE) result.push(last);
  return result;
}

/** Returns a function that checks whether a ruling at an indexed position passes a coordinate. */
function crossings(
  lines: readonly Ruling[],
  positions: readonly number[],
): (index: number, coordinate: number) => boolean {
  const at = positions.map((position) => lines.filter((line) => Math.abs(line.at - position) <= CLOSE));
  return (index, coordinate) => at[index]!.some(({ from, to }) => from <= coordinate && to >= coordinate);
}
