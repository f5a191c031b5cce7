/** A part of a line's text that is read as something else. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The part of a text from `start` to `end` with its edits, which are in order; the first of two that overlap counts. */
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
