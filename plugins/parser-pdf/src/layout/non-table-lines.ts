import type { PageLine } from "../engine/page-text.ts";
import { captionsOf } from "./captions.ts";
import { codeBlocks } from "./code-blocks.ts";
import { ContentsEntries } from "./contents-entries.ts";
import { isTitled } from "./heading-level.ts";
import { type Heading, headingsOf, type PageStyles } from "./headings.ts";

/** A section number before a title. */
const SECTION = /^(?:\d{1,3}|[A-Z])(?:\.\d{1,3}){1,5}\.?\s+\p{L}/u;

/** Lines that are not table rows, although gaps divide them. */
export interface NonTableLines {
  /** Caption lines of tables and figures, each with the first line of its caption. */
  readonly captions: ReadonlyMap<PageLine, PageLine>;
  readonly headings: ReadonlyMap<PageLine, Heading>;
  readonly entries: ContentsEntries;
  /** Lines of listings, each with all lines of its listing. */
  readonly code: ReadonlyMap<PageLine, readonly PageLine[]>;
  has(line: PageLine): boolean;
}

/** Finds captions, listings, contents entries and labelled headings on a page whose lines are ordered. */
export function nonTableLines(lines: readonly PageLine[], page: PageStyles, isInContents: boolean): NonTableLines {
  const entries = new ContentsEntries(lines, isInContents);
  const isNamed = (line: PageLine): boolean => page.outline.has(line) || typeof line.role === "number";
  const blocks = codeBlocks(lines, page.profile, (line) => isNamed(line) || entries.has(line));
  const code = new Map(blocks.flatMap((block) => block.map((line) => [line, block] as const)));
  const captions = captionsOf(lines);
  const headings = headingsOf(lines, page, captions);
  const titles = new Set<PageLine>();
  for (const [index, line] of lines.entries()) {
    if (!isTitled(line) && !(line.cells.length === 1 && SECTION.test(line.text))) continue;
    if (code.has(line) || entries.has(line)) continue;
    const isRow = [lines[index - 1], lines[index + 1]].some((other) => isRowOf(line, other));
    if (headings.has(line) && (isNamed(line) || !isRow)) titles.add(line);
  }
  return {
    captions,
    headings,
    entries,
    code,
    has: (line) => titles.has(line) || captions.has(line) || code.has(line) || entries.has(line),
  };
}

/** Whether the line next to a label and its title is a row of the same table. */
function isRowOf(title: PageLine, other: PageLine | undefined): boolean {
  if (other === undefined || other.cells.length < 2 || title.cells.length < 2 || other.size !== title.size)
    return false;
  if (other.cells.length === 2 && isTitled(other)) return false;
  return Math.abs(other.cells[1]!.left - title.cells[1]!.left) < title.size;
}
