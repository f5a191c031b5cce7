/** A replacement of part of a line's text. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * Returns the text from `start` to `end` with its edits applied. Edits are in order; the first of two overlapping ones
 * applies.
 */
export function edited(text: string, start: number, end: number, edits: readonly TextEdit[]): string {
  let result = "";
  let done = start;
  for (const edit of edits) {
    if (edit.start < done) continue;
    result += text.slice(done, edit.start) + edit.replacement;
    done = edit.end;
  }
  return result + text.slice(done, end);
}
