/** Maximum length of a DOCTYPE, enough for an internal DTD. */
export const MAX_DOCTYPE_CHARACTERS = 4_194_304;

const MARK = /["'[\]>]|<!--|<\?/g;

/**
 * Returns the offset after a DOCTYPE including its internal subset, or -1 if its end is not read yet. Its content is
 * ignored.
 */
export function endOfDoctype(text: string, start: number): number {
  let isInBrackets = false;
  MARK.lastIndex = start + 2;
  for (let match = MARK.exec(text); match !== null; match = MARK.exec(text)) {
    const mark = match[0];
    if (mark === "[") isInBrackets = true;
    else if (mark === "]") isInBrackets = false;
    else if (mark === ">") {
      if (!isInBrackets) return match.index + 1;
    } else {
      const close = mark === "<!--" ? "-->" : mark === "<?" ? "?>" : mark;
      const end = text.indexOf(close, MARK.lastIndex);
      if (end < 0) return -1;
      MARK.lastIndex = end + close.length;
    }
  }
  return -1;
}
