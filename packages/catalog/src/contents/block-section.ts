import type { Passage } from "@quarry/index";

/** A heading within a chunk. */
export interface ChunkHeading {
  readonly level: number;
  readonly text: string;
}

/** Returns the section of a chunk, which is that of most of its text. */
export const sectionOf = ({ metadata: { section } }: Passage): readonly string[] =>
  Array.isArray(section) ? section.filter((heading) => typeof heading === "string") : [];

/** Returns the section at a position in a chunk, from the headings before and after that position. */
export const sectionAt = (
  passage: Passage,
  preceding: readonly ChunkHeading[],
  following: readonly ChunkHeading[],
): readonly string[] => {
  const section = sectionOf(passage);
  const last = preceding.at(-1);
  if (last === undefined) {
    const first = section.findIndex((heading) => following.some(({ text }) => text === heading));
    return first === -1 ? section : section.slice(0, first);
  }
  const at = section.lastIndexOf(last.text);
  return at === -1 ? [...section.slice(0, last.level - 1), last.text] : section.slice(0, at + 1);
};
