import type { TextBlock } from "./paragraphs.ts";

const MAX_LEVEL = 6;
/** Number of a section, including those of its parents, before its title: "5.2.12", "A.3". */
const SECTION = /^(?:§\s?)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3}){1,5})[.)]?\s+\S/;
/** "5 Title", "Chapter 5", "Appendix A", "CHAPTER FIVE". */
const CHAPTER = /^(?:\p{L}+\s+)?(?:(\d{1,3})|([A-Z])(?=[.:]|\s\S{3}))[.:)]?(?:\s|$)/u;
const CHAPTER_WORD = /^chapter\s+(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i;
const WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

function numbersOf(text: string): string {
  const section = SECTION.exec(text)?.[1];
  if (section !== undefined) return section;
  const word = CHAPTER_WORD.exec(text)?.[1];
  if (word !== undefined) return String(WORDS.indexOf(word.toLowerCase()) + 1);
  const chapter = CHAPTER.exec(text);
  return chapter?.[1] ?? chapter?.[2] ?? "";
}

interface OpenSection {
  readonly level: number;
  /** The numbers of the section, or "". */
  readonly numbers: string;
}

/**
 * Assigns heading levels in text order. Headings missing from the outline are below those in it, and section 5.2.1 is
 * below section 5.2.
 */
export class SectionLevels {
  #outlineLevel = 0;
  #open: OpenSection[] = [];

  /** The numbers of a label above its title. */
  #label = "";

  levelOf({ text, level = 1, isInOutline = false, isLabel = false }: TextBlock): number {
    if (isInOutline) this.#outlineLevel = level;
    const numbers = numbersOf(text) || this.#label;
    this.#label = isLabel ? numbers : "";
    const own = isInOutline ? level : Math.max(level, this.#outlineLevel + 1, this.#byNumbers(numbers) ?? 1);
    const depth = Math.min(MAX_LEVEL, own);
    this.#open = [...this.#open.filter((section) => section.level < depth), { level: depth, numbers }];
    return depth;
  }

  /** Returns one level below the section whose numbers are a prefix of these. */
  #byNumbers(numbers: string): number | undefined {
    const end = numbers.lastIndexOf(".");
    if (end < 0) return undefined;
    const parent = this.#open.findLast((section) => section.numbers === numbers.slice(0, end));
    return parent === undefined ? undefined : parent.level + 1;
  }
}
