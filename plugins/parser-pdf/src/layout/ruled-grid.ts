import type { Ruling } from "../engine/rulings.ts";

/** Columns and rows that lines divide; `across` from left to right, `down` from top to bottom. */
export interface RuledGrid {
  readonly across: readonly number[];
  readonly down: readonly number[];
  /** Whether a line stands between two columns at that height, or between two rows at that place. */
  readonly hasUpright: (column: number, height: number) => boolean;
  readonly hasLevel: (row: number, index: number) => boolean;
  /** The grid of the lines themselves, where columns are told by breaks in level ones too. */
  readonly plain?: RuledGrid | undefined;
}

/** Lines this close, in points, are one, or touch. */
const CLOSE = 3;
/** A line over less of a table's height or width is something in a cell. */
const MIN_SHARE = 0.25;
/** Where so many go over most of its height, lines that are drawn cell by cell tell of columns between them too. */
const MIN_TALL = 3;
const MIN_TALL_SHARE = 0.8;
/** More lines of one direction than this are a drawing's. */
const MAX_LINES = 600;
/**
 * Least length, in points, by which a table goes on beyond its last line: that is a row or column without a line at its
 * edge.
 */
const MIN_EDGE = 6;

/** Lines across the page, one below the other and as long as each other, that divide rows. */
export interface RuledRows {
  readonly left: number;
  readonly right: number;
  /** From top to bottom. */
  readonly down: readonly number[];
}

/** With fewer lines the one in the middle stands below names, and its rows are not divided. */
const MIN_ROW_LINES = 4;
const MAX_FIRST_GAP = 2;
/** Lines further apart, in points, have more than a row between them. */
const MAX_ROW_HEIGHT = 150;

/** The rows that lines divide where no upright line touches them. */
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

/** Without a line on top that is much further away than the others are from each other: that of the page's head. */
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

/** The grids of at least two columns and two rows that some lines make. */
export function ruledGrids(rulings: readonly Ruling[]): RuledGrid[] {
  const upright = joined(rulings.filter(({ isUpright }) => isUpright));
  const level = joined(rulings.filter(({ isUpright }) => !isUpright));
  // Two columns have a line between them at least, and edges that may be told by the rows' lines.
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
 * Where lines that are drawn cell by cell meet, columns do too, down to the next line across: boxes may have upright lines
 * around several columns only.
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

/** The breaks within a group of lines. */
function ownBreaks({ upright, level }: Group, breaks: readonly Ruling[]): Ruling[] {
  if (level.length < 2 || breaks.length === 0) return [];
  const [bottom, top] = reachOf(upright, level);
  const [left, right] = reachOf(level, upright);
  const tall = upright.filter(({ from, to }) => to - from >= (top - bottom) * MIN_TALL_SHARE);
  if (tall.length < MIN_TALL) return [];
  return breaks.filter(
    ({ at, from, to }) => at > left + CLOSE && at < right - CLOSE && from >= bottom - CLOSE && to <= top + CLOSE,
  );
}

/** Lines of one direction, those in one another's course put together. */
function joined(rulings: readonly Ruling[]): Ruling[] {
  const result: Ruling[] = [];
  for (const ruling of rulings.toSorted((a, b) => a.at - b.at || a.from - b.from)) {
    let place = result.length - 1;
    while (place >= 0 && ruling.at - result[place]!.at < 1 && !isInCourse(result[place]!, ruling)) place--;
    const last = result[place];
    if (last === undefined || ruling.at - last.at >= 1) result.push(ruling);
    else result[place] = { ...last, from: Math.min(last.from, ruling.from), to: Math.max(last.to, ruling.to) };
  }
  return result;
}

const isInCourse = (one: Ruling, other: Ruling): boolean =>
  other.from <= one.to + CLOSE && other.to >= one.from - CLOSE;

interface Group {
  readonly upright: Ruling[];
  readonly level: Ruling[];
}

/** The lines that touch each other, directly or by others. */
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
  const [bottom, top] = reachOf(upright, level);
  const [left, right] = reachOf(level, upright);
  const across = withEdges(placesOf(upright, top - bottom), left, right);
  const down = withEdges(placesOf(level, right - left), bottom, top).toReversed();
  if (across.length < 3 || down.length < 3) return undefined;
  return {
    across,
    down,
    hasUpright: crossings(upright, across),
    hasLevel: crossings(level, down),
  };
}

/** From where to where lines go: their own ends, or the outermost of those across. */
const reachOf = (along: readonly Ruling[], across: readonly Ruling[]): [number, number] => [
  Math.min(...along.map(({ from }) => from), ...across.map(({ at }) => at)),
  Math.max(...along.map(({ to }) => to), ...across.map(({ at }) => at)),
];

/** Where lines stand that go over enough of the table. */
function placesOf(lines: readonly Ruling[], whole: number): number[] {
  const places: { at: number; length: number }[] = [];
  for (const { at, from, to } of lines.toSorted((a, b) => a.at - b.at)) {
    const last = places.at(-1);
    if (last === undefined || at - last.at > CLOSE) places.push({ at, length: to - from });
    else last.length += to - from;
  }
  return places.filter(({ length }) => length >= whole * MIN_SHARE).map(({ at }) => at);
}

function withEdges(indexes: readonly number[], first: number, last: number): number[] {
  const result = [...indexes];
  if (result.length === 0 || result[0]! - first > MIN_EDGE) result.unshift(first);
  if (last - result.at(-1)! > MIN_EDGE) result.push(last);
  return result;
}

/** Whether a line at one of the places goes past somewhere. */
function crossings(lines: readonly Ruling[], indexes: readonly number[]): (index: number, where: number) => boolean {
  const at = indexes.map((place) => lines.filter((line) => Math.abs(line.at - place) <= CLOSE));
  return (index, where) => at[index]!.some(({ from, to }) => from <= where && to >= where);
}
