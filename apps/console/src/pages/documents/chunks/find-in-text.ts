import { CHUNKS_PER_PAGE, type ChunkReader } from "./chunk-pages.ts";

/** A place in the text of a document. */
export interface Match {
  /** Index of the chunk. */
  readonly index: number;
  /** Index of the match within this chunk. */
  readonly within: number;
}

/** Parts that are read at the same time. */
const AT_ONCE = 3;

/** Places of a text, at most; a letter would else be found a million times. */
const MAX_MATCHES = 5_000;

/** Finds a text, whatever its case, in all chunks of a document. `onRead` is told how many were read. */
export const findInText = async (
  reader: ChunkReader,
  total: number,
  wanted: string,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly Match[]> => {
  const pages = Math.ceil(total / CHUNKS_PER_PAGE);
  const matches: Match[] = [];
  for (let page = 0; page < pages && matches.length < MAX_MATCHES; page += AT_ONCE) {
    const read = Array.from({ length: Math.min(AT_ONCE, pages - page) }, (_, offset) => reader.read(page + offset));
    for (const chunk of (await Promise.all(read)).flat()) {
      const { length } = rangesOf(chunk.text, wanted);
      for (let within = 0; within < length; within += 1) matches.push({ index: chunk.chunk_index, within });
    }
    signal.throwIfAborted();
    onRead(Math.min(total, (page + AT_ONCE) * CHUNKS_PER_PAGE));
  }
  return matches;
};

/** Ranges of a text within another. */
export const rangesOf = (text: string, wanted: string): readonly (readonly [start: number, end: number])[] => {
  if (wanted === "") return [];
  const pattern = new RegExp(wanted.trim().split(/\s+/).map(escaped).join("\\s+"), "giu");
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => [index, index + found.length] as const);
};

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
