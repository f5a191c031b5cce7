import { joinPassages, type TextPart } from "@quarry/text/join-passages";
import type { Stretch } from "../passages/passage-index.ts";

/** A chunk of a document, as far as its text goes. */
export interface ChunkPart extends TextPart {
  readonly chunkIndex: number;
}

/** Reads the chunks of a stretch, by chunk index. */
export type ReadParts = (stretch: Stretch) => readonly ChunkPart[];

interface IndexedSpan extends Stretch {
  readonly index: number;
}

/** The text of each stretch, in their order. What several of them share is read once. */
export const stretchTexts = (stretches: readonly Stretch[], read: ReadParts): readonly string[] => {
  const texts = Array.from<string>({ length: stretches.length });
  for (const group of overlapping(stretches)) {
    const first = group[0]!;
    const toIndex = group.reduce((last, stretch) => Math.max(last, stretch.toIndex), first.toIndex);
    const parts = read({ ...first, toIndex });
    for (const { index, fromIndex, toIndex: end } of group) {
      texts[index] = joinPassages(parts.filter(({ chunkIndex }) => chunkIndex >= fromIndex && chunkIndex <= end));
    }
  }
  return texts;
};

/** Stretches of one document that follow each other without a gap. */
function overlapping(stretches: readonly Stretch[]): readonly (readonly IndexedSpan[])[] {
  const groups: IndexedSpan[][] = [];
  let end = 0;
  for (const stretch of stretches.map((input, index): IndexedSpan => ({ ...input, index })).toSorted(byPosition)) {
    const last = groups.at(-1)?.[0];
    const isNext = last !== undefined && isSameRun(last, stretch) && stretch.fromIndex <= end + 1;
    if (isNext) groups.at(-1)!.push(stretch);
    else groups.push([stretch]);
    end = isNext ? Math.max(end, stretch.toIndex) : stretch.toIndex;
  }
  return groups;
}

const isSameRun = (a: Stretch, b: Stretch): boolean => a.documentId === b.documentId && a.generation === b.generation;

const byPosition = (a: Stretch, b: Stretch): number => {
  if (a.documentId !== b.documentId) return a.documentId < b.documentId ? -1 : 1;
  return a.generation - b.generation || a.fromIndex - b.fromIndex;
};
