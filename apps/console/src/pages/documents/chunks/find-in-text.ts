import { CHUNKS_PER_PAGE, type ChunkReader } from "./chunk-pages.ts";

/** Match in the text of a document. */
export interface Match {
  /** Index of the chunk. */
  readonly index: number;
  /** Index of the match within this chunk. */
  readonly within: number;
}

/** Number of chunk pages read concurrently. */
const AT_ONCE = 3;

/** Maximum number of matches. A single letter could otherwise match a million times. */
const MAX_MATCHES = 5_000;

/** Finds a text in all chunks of a document, ignoring case. `onRead` receives the number of chunks read. */
export const findInText = async (
  reader: ChunkReader,
  total: number,
  searchText: string,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly Match[]> => {
  const pages = Math.ceil(total / CHUNKS_PER_PAGE);
  const matches: Match[] = [];
  for (let page = 0; page < pages && matches.length < MAX_MATCHES; page += AT_ONCE) {
    const read = Array.from({ length: Math.min(AT_ONCE, pages - page) }, (_, offset) => reader.read(page + offset));
    for (const chunk of (await Promise.all(read)).flat()) {
      const { length } = rangesOf(chunk.text, searchText);
      for (let within = 0; within < length; within += 1) matches.push({ index: chunk.chunk_index, within });
    }
    signal.throwIfAborted();
    onRead(Math.min(total, (page + AT_ONCE) * CHUNKS_PER_PAGE));
  }
  return matches;
};

/** Returns the ranges at which a text occurs in another. */
export const rangesOf = (text: string, searchText: string): readonly (readonly [start: number, end: number])[] => {
  if (searchText === "") return [];
  const pattern = new RegExp(searchText.trim().split(/\s+/).map(escaped).join("\\s+"), "giu");
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => [index, index + found.length] as const);
};

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
