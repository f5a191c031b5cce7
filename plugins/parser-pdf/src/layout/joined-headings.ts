import type { TextBlock } from "./paragraphs.ts";

/** A label without a title: "CHAPTER 3", "Item 7.", "Appendix B", "3.2". */
const LABEL =
  /^(?:(?:chapter|part|section|item|article|annex|appendix|exhibit|schedule|note|lesson|unit|volume|book|teil|kapitel|abschnitt|anhang|artikel|partie|chapitre|annexe|capítulo|sección|capitolo|глава|раздел)\s+(?:[\divxlc]{1,6}|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[a-z]?|\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5})\s*[.:–—-]?$/iu;
const MAX_LABEL_CHARACTERS = 30;
/**
 * Words whose number is on a line of its own ("CHAPTER", "THREE"): both are one label, and the title is recognised by
 * its own line.
 */
const WORD = /^(?:chapter|part|appendix|kapitel|teil|anhang|chapitre|partie)$/i;
const NUMBER =
  /^(?:\p{Lu}|\d{1,3}|[ivx]{1,5}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{Lu}{3,4}TEEN)$/iu;
/** A heading with a label of its own is below the last one, not a part of it. */
const LABELLED =
  /^(?:(?:chapter|part|section|item|article|annex|appendix|exhibit|schedule|note|teil|kapitel|abschnitt|anhang|artikel)\s+[\divxlca-z]{1,6}\b|\d{1,3}(?:\.\d{1,3})*[.)\s])/i;

/** Joins a label on a line of its own with the heading below it, so that a citation contains both. */
export function joinedHeadings(blocks: readonly TextBlock[]): TextBlock[] {
  const result: TextBlock[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (last !== undefined && isHeading(last, WORD) && isHeading(block, NUMBER)) {
      result[result.length - 1] = { ...joined(last, block), isLabel: true };
      continue;
    }
    const isTitle = block.kind === "heading" && !isLabel(block) && !LABELLED.test(block.text);
    if (last === undefined || !isTitle || !isLabel(last)) result.push(block);
    else result[result.length - 1] = joined(last, block);
  }
  return result;
}

/** Whether a block is a label. A number in large letters alone is not a heading, so it arrives as a paragraph. */
const isLabel = ({ kind, text, isLabel: isWhole }: TextBlock): boolean =>
  isWhole !== true &&
  text.length <= MAX_LABEL_CHARACTERS &&
  LABEL.test(text) &&
  (kind === "heading" || /^[\dIVX]/.test(text));

const isHeading = ({ kind, text }: TextBlock, pattern: RegExp): boolean => kind === "heading" && pattern.test(text);

function joined(label: TextBlock, heading: TextBlock): TextBlock {
  const isInOutline = label.isInOutline === true || heading.isInOutline === true;
  const levels = [label, heading].map(({ level }) => level ?? 6);
  const before = `${label.text} `;
  const lines = [...label.lines, ...heading.lines.map((line) => ({ ...line, start: line.start + before.length }))];
  return { kind: "heading", text: before + heading.text, level: Math.min(...levels), isInOutline, lines };
}
