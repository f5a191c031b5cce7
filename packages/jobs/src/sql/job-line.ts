import { sql } from "kysely";

/** Where a job stands for those who claim. */
export const LINE = {
  /** It runs or has ended. */
  none: 0,
  /** It has its turn. */
  due: 1,
  /** It is looked at when its time has come. A job that waits for that has no place in what claims look through. */
  later: 2,
} as const;

export const lineAt = (runAt: number, time: number): number => (runAt <= time ? LINE.due : LINE.later);

/** For a row that was written before: an older version gave no family to some, and there is none without in the line. */
export const IN_LINE = { line: LINE.due, family: sql<string>`coalesce(family, '')` } as const;
