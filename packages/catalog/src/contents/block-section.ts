import type { Passage } from "@quarry/index";

/** A heading within a chunk. */
export interface ChunkHeading {
  readonly level: number;
  readonly text: string;
}

/** The section of a chunk, which is that of most of its text. */
export const sectionOf = ({ metadata: { section } }: Passage): readonly string[] =>
  Array.isArray(section) ? section.filter((heading) => typeof heading === "string") : [];

/** The section at a place in a chunk, by the headings that stand in front of it there, and those behind it. */
export const sectionAt = (
  passage: Passage,
  before: readonly ChunkHeading[],
  behind: readonly ChunkHeading[],
): readonly string[] => {
  const section = sectionOf(passage);
  const last = before.at(-1);
  if (last === undefined) {
    const first = section.findIndex((heading) => behind.some(({ text }) => text === heading));
    return first === -1 ? section : section.slice(0, first);
  }
  const at = section.lastIndexOf(last.text);
  return at === -1 ? [...section.slice(0, last.level - 1), last.text] : section.slice(0, at + 1);
};
