import { joinPassages, type TextPart } from "@quarry/text/join-passages";
import type { ChunkSpan } from "../passages/passage-index.ts";

/** Text of a chunk, with its chunk index. */
export interface ChunkPart extends TextPart {
  readonly chunkIndex: number;
}

/** Reads the chunks of a span in order of chunk index. */
export type ReadParts = (span: ChunkSpan) => readonly ChunkPart[];

interface IndexedSpan extends ChunkSpan {
  readonly index: number;
}

/** Returns the text of each span, in order. Chunks in several spans are read once. */
export const spanTexts = (spans: readonly ChunkSpan[], read: ReadParts): readonly string[] => {
  const texts = Array.from<string>({ length: spans.length });
  for (const group of overlapping(spans)) {
    const first = group[0]!;
    const toIndex = group.reduce((last, span) => Math.max(last, span.toIndex), first.toIndex);
    const parts = read({ ...first, toIndex });
    for (const { index, fromIndex, toIndex: end } of group) {
      texts[index] = joinPassages(parts.filter(({ chunkIndex }) => chunkIndex >= fromIndex && chunkIndex <= end));
    }
  }
  return texts;
};

/** Groups spans of the same document that overlap or are adjacent. */
function overlapping(spans: readonly ChunkSpan[]): readonly (readonly IndexedSpan[])[] {
  const groups: IndexedSpan[][] = [];
  let end = 0;
  for (const span of spans.map((input, index): IndexedSpan => ({ ...input, index })).toSorted(byPosition)) {
    const last = groups.at(-1)?.[0];
    const isNext = last !== undefined && isSameRun(last, span) && span.fromIndex <= end + 1;
    if (isNext) groups.at(-1)!.push(span);
    else groups.push([span]);
    end = isNext ? Math.max(end, span.toIndex) : span.toIndex;
  }
  return groups;
}

const isSameRun = (a: ChunkSpan, b: ChunkSpan): boolean =>
  a.documentId === b.documentId && a.generation === b.generation;

const byPosition = (a: ChunkSpan, b: ChunkSpan): number => {
  if (a.documentId !== b.documentId) return a.documentId < b.documentId ? -1 : 1;
  return a.generation - b.generation || a.fromIndex - b.fromIndex;
};
