/** Widths that writers and their tools break lines at. */
const MIN_WRAP_WIDTH = 60;
const MAX_WRAP_WIDTH = 120;
/** A line that was edited later may have room. */
const MIN_FULL_SHARE = 0.75;

/**
 * What a line break within a paragraph stands for. A reader of Markdown takes each for a space, which is right where lines
 * were broken for their width; but many texts are called Markdown in which a line is a verse, a field or the row of a table,
 * and whoever cuts or reads them needs to know where it ends.
 */
export const softBreakOf = (paragraph: string): " " | "\n" => (isWrapped(paragraph.split("\n")) ? " " : "\n");

/** Whether lines end where the next word would have had no room. */
function isWrapped(lines: readonly string[]): boolean {
  // A long address has a line to itself, whatever the width.
  const width = lines.reduce((widest, line) => (line.includes(" ") ? Math.max(widest, line.length) : widest), 0);
  if (width < MIN_WRAP_WIDTH || width > MAX_WRAP_WIDTH) return false;
  const breaks = lines.slice(1);
  const full = breaks.filter((next, place) => lines[place]!.length + 1 + firstWordLength(next) > width);
  return full.length >= breaks.length * MIN_FULL_SHARE;
}

function firstWordLength(line: string): number {
  const end = line.indexOf(" ");
  return end < 0 ? line.length : end;
}
