import type { OutlineEntry } from "../engine/outline.ts";
import type { PageLine } from "../engine/page-text.ts";

/** Maximum lines of a heading in the outline. */
const MAX_LINES = 4;
const MAX_LEVEL = 6;
/** Maximum entries per target page, because the lines are searched for each. */
const MAX_ENTRIES = 200;

/** A heading by the outline. Lines with the same entry are one heading. */
export interface OutlineHeading {
  readonly level: number;
  readonly entry: OutlineEntry;
}

/** Finds the lines of a page that match an outline entry, alone or as consecutive lines. */
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
  usedLines: ReadonlyMap<PageLine, OutlineHeading>,
): readonly PageLine[] {
  const titleKey = keyOf(entry.title);
  if (titleKey === "") return [];
  const isNumbered = /^\s*\d{1,3}(?:[.)\s]|\.\d)/.test(entry.title);
  let best: readonly PageLine[] = [];
  let bestRank = -1;
  for (let start = 0; start < lines.length; start++) {
    if (usedLines.has(lines[start]!)) continue;
    let key = "";
    for (let end = start; end < Math.min(start + MAX_LINES, lines.length); end++) {
      key += keys[end]!;
      if (isSame(key, titleKey, isNumbered)) {
        const found = lines.slice(start, end + 1);
        const rank = rankOf(found, key === titleKey);
        if (rank > bestRank) [best, bestRank] = [found, rank];
        break;
      }
      if (key.length > titleKey.length + MAX_LABEL) break;
    }
  }
  return best;
}

/**
 * Ranks lines with equal text, such as a list item and the heading: the larger one first, then the bold one, then the
 * one with the number.
 */
const rankOf = ([first, ...others]: readonly PageLine[], isExact: boolean): number =>
  first!.size * 4 + (first!.isBold && others.every(({ isBold }) => isBold) ? 2 : 0) + (isExact ? 1 : 0);

/** Maximum letters and digits of a number or label ("Chapter 12") before a title. */
const MAX_LABEL = 12;

/** Whether two keys are equal except for a label that one of them lacks. */
function isSame(key: string, titleKey: string, isNumbered: boolean): boolean {
  if (key === titleKey) return true;
  // Rejects different section numbers: "3.1" and "3.13.1".
  if (isNumbered && /^\d/.test(key)) return false;
  const [long, short] = key.length > titleKey.length ? [key, titleKey] : [titleKey, key];
  if (short.length < 4 || !long.endsWith(short)) return false;
  return (
    /^(?:\p{L}{0,9})[\divx]{1,6}$/iu.test(long.slice(0, -short.length)) || /^[a-z]$/.test(long.slice(0, -short.length))
  );
}

/** Returns only letters and digits: spaces, dots and dashes differ between outline and page. */
const keyOf = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, "")
    : text
        .normalize("NFKC")
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, "");

/** Fast check: most lines contain only these characters. */
const ASCII = /^[ -~]*$/;
