/** Marks of notes are smaller than their text, and raised, by these shares of its size. */
const MARK_SCALE = 0.87;
const MARK_RISE = 0.15;

const ITEM = String.raw`(?:\d{1,3}|[*†‡§¶#]{1,3}|[a-z])`;
const MARK = String.raw`\(?${ITEM}(?:[,;–—-]${ITEM})*\)?(?![\p{L}\p{N}])`;
/** What may be the mark of a note if it is raised, behind text. */
export const POSSIBLE_MARK = new RegExp(String.raw`(?<=[^\s\p{N}])${MARK}`, "giu");
/** The same at the beginning of a piece that the file draws apart. */
export const LEADING_MARK = new RegExp(`^${MARK}`, "iu");

/** Where type stands and how large it is, in points. */
export interface TypePlace {
  readonly size: number;
  readonly baseline: number;
}

/** Whether type is that of a raised mark beside its text. */
export const isRaised = (text: TypePlace, mark: TypePlace): boolean =>
  mark.size <= text.size * MARK_SCALE && mark.baseline - text.baseline > text.size * MARK_RISE;
