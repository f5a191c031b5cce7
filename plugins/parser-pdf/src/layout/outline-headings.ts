import type { OutlineEntry } from "../engine/outline.ts";
import type { PageLine } from "../engine/page-text.ts";

/** A heading of the outline may stand on so many lines. */
const MAX_LINES = 4;
const MAX_LEVEL = 6;
/** Entries that lead to one page; the lines are searched for each. */
const MAX_ENTRIES = 200;

/** Heading that the outline makes of a line: lines with one entry are one heading. */
export interface OutlineHeading {
  readonly level: number;
  readonly entry: OutlineEntry;
}

/** Finds the lines of a page that the outline names, whole or in parts one below the other. */
export function outlineHeadings(
  lines: readonly PageLine[],
  entries: readonly OutlineEntry[] = [],
): ReadonlyMap<PageLine, OutlineHeading> {
  const found = new Map<PageLine, OutlineHeading>();
  if (entries.length === 0) return found;
  const keys = lines.map(({ text }) => keyOf(text));
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const heading = { level: Math.min(entry.level, MAX_LEVEL), entry };
    for (const line of linesOf(entry, lines, keys, found)) found.set(line, heading);
  }
  return found;
}

function linesOf(
  entry: OutlineEntry,
  lines: readonly PageLine[],
  keys: readonly string[],
  taken: ReadonlyMap<PageLine, OutlineHeading>,
): readonly PageLine[] {
  const wanted = keyOf(entry.title);
  if (wanted === "") return [];
  const isNumbered = /^\s*\d{1,3}(?:[.)\s]|\.\d)/.test(entry.title);
  let best: readonly PageLine[] = [];
  let bestRank = -1;
  for (let start = 0; start < lines.length; start++) {
    if (taken.has(lines[start]!)) continue;
    let key = "";
    for (let end = start; end < Math.min(start + MAX_LINES, lines.length); end++) {
      key += keys[end]!;
      if (isSame(key, wanted, isNumbered)) {
        const found = lines.slice(start, end + 1);
        const rank = rankOf(found, key === wanted);
        if (rank > bestRank) [best, bestRank] = [found, rank];
        break;
      }
      if (key.length > wanted.length + MAX_LABEL) break;
    }
  }
  return best;
}

/** Of lines that say the same, an item of a list and the heading, the larger one is named, then the bold one, then the one that has the number. */
const rankOf = ([first, ...others]: readonly PageLine[], isExact: boolean): number =>
  first!.size * 4 + (first!.isBold && others.every(({ isBold }) => isBold) ? 2 : 0) + (isExact ? 1 : 0);

/** Letters and digits that a number or "Chapter 12" before a title has. */
const MAX_LABEL = 12;

/** The same but for a label that one of the two lacks. */
function isSame(key: string, wanted: string, isNumbered: boolean): boolean {
  if (key === wanted) return true;
  // The numbers of two sections differ: "3.1" and "3.13.1".
  if (isNumbered && /^\d/.test(key)) return false;
  const [long, short] = key.length > wanted.length ? [key, wanted] : [wanted, key];
  if (short.length < 4 || !long.endsWith(short)) return false;
  return (
    /^(?:\p{L}{0,9})[\divx]{1,6}$/iu.test(long.slice(0, -short.length)) || /^[a-z]$/.test(long.slice(0, -short.length))
  );
}

/** Letters and digits alone: blanks, dots and dashes differ between outline and page. */
const keyOf = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, "")
    : text
        .normalize("NFKC")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, "");

/** Most lines have no other signs, which is quicker to see than what is to be left out. */
const ASCII = /^[ -~]*$/;
