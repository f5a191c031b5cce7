import type { PageLine } from "../engine/page-text.ts";
import { type DocumentProfile, HEADING_SCALE } from "./document-profile.ts";

/** Longer lines are sentences in large or bold type. */
const MAX_HEADING_LINE = 200;
const MAX_BOLD_LINE = 120;
const MAX_LEVEL = 6;

/** The level of a line that looks like a heading: by the rank of its size, then bold lines of body size. */
export function headingLevel(line: PageLine, profile: DocumentProfile): number | undefined {
  if (line.cells.length > 1 || line.text.length > MAX_HEADING_LINE || !/\p{L}{2}/u.test(line.text)) return undefined;
  if (line.size >= profile.bodySize * HEADING_SCALE) return levelOfSize(line.size, profile);
  if (!isBoldHeading(line, profile)) return undefined;
  return Math.min(profile.headingSizes.length + (isDivision(line.text) ? 1 : 2), MAX_LEVEL);
}

/** Bold lines of one size still differ: capitals and "Item 7" stand above the rest. */
const isDivision = (text: string): boolean =>
  !/\p{Ll}/u.test(text) || /^(?:part|item|chapter|section|article|annex|appendix|note)\s+[\divxa-d]/i.test(text);

/** A size that was not among the learned pages ranks behind all that are larger. */
function levelOfSize(size: number, { headingSizes }: DocumentProfile): number {
  const larger = headingSizes.filter((known) => known > size + 0.25).length;
  return Math.min(larger + 1, MAX_LEVEL);
}

function isBoldHeading(line: PageLine, profile: DocumentProfile): boolean {
  if (!line.isBold || profile.isBodyBold || line.size < profile.bodySize * 0.95) return false;
  if (line.text.length > MAX_BOLD_LINE || /[,;]$/.test(line.text)) return false;
  return /^[^\p{Ll}]/u.test(line.text) && !/^[•◦▪●‣]/.test(line.text);
}
