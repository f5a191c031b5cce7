import type { Ruling } from "./rulings.ts";

/** Horizontal rulings next to each other, one per column, below the column names of a table. */
export interface HeadRule {
  readonly at: number;
  /** From left to right, at least three. */
  readonly columns: readonly { readonly from: number; readonly to: number }[];
}

/** Maximum difference, in points, of rulings at the same height, and maximum gap of rulings that touch. */
const SAME_HEIGHT = 1;
const TOUCHING = 0.8;
const MIN_COLUMNS = 3;
const MAX_COLUMNS = 40;
/** Shorter rulings are fragments. Rulings with a larger gap between them belong to different tables. */
const MIN_WIDTH = 10;
const MAX_GAP = 30;

/** Returns the table heads that rulings mark, from top to bottom. */
export function headRules(rulings: readonly Ruling[]): HeadRule[] {
  const heads: HeadRule[] = [];
  let columns: { from: number; to: number }[] = [];
  let at = NaN;
  const close = (): void => {
    if (isHead(columns)) heads.push({ at, columns });
  };
  for (const rule of rulings
    .filter(({ isUpright }) => !isUpright)
    .toSorted((one, other) => Math.round(other.at) - Math.round(one.at) || one.from - other.from)) {
    if (!(Math.abs(rule.at - at) <= SAME_HEIGHT)) {
      close();
      columns = [];
      at = rule.at;
    }
    const last = columns.at(-1);
    if (last === undefined || rule.from - last.to > TOUCHING) columns.push({ from: rule.from, to: rule.to });
    else last.to = Math.max(last.to, rule.to);
  }
  close();
  return heads;
}

const isHead = (columns: HeadRule["columns"]): boolean =>
  columns.length >= MIN_COLUMNS &&
  columns.length <= MAX_COLUMNS &&
  columns.every(
    ({ from, to }, index) => to - from >= MIN_WIDTH && (index === 0 || from - columns[index - 1]!.to <= MAX_GAP),
  );
