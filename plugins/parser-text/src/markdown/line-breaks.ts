/** Usual widths at which writers and tools wrap lines. */
const MIN_WRAP_WIDTH = 60;
const MAX_WRAP_WIDTH = 120;
/** Minimum share of full lines. A line that was edited later can be shorter. */
const MIN_FULL_SHARE = 0.75;

/**
 * Returns the replacement for a line break within a paragraph. Markdown readers display it as a space, which is correct
 * for lines wrapped at a width. In many texts called Markdown, however, a line is a verse, a field or a table row, and
 * chunking and readers need to know where it ends.
 */
export const softBreakOf = (paragraph: string): " " | "\n" => (isWrapped(paragraph.split("\n")) ? " " : "\n");

/** Whether lines end where the next word would not have fit. */
function isWrapped(lines: readonly string[]): boolean {
  // A long address has its own line, regardless of the width.
  const width = lines.reduce((widest, line) => (line.includes(" ") ? Math.max(widest, line.length) : widest), 0);
  if (width < MIN_WRAP_WIDTH || width > MAX_WRAP_WIDTH) return false;
  const breaks = lines.slice(1);
  const full = breaks.filter((next, index) => lines[index]!.length + 1 + firstWordLength(next) > width);
  return full.length >= breaks.length * MIN_FULL_SHARE;
}

function firstWordLength(line: string): number {
  const end = line.indexOf(" ");
  return end < 0 ? line.length : end;
}
