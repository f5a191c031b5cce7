import { useEffect, useState } from "react";
import type { ChunkReader } from "./chunk-pages.ts";
import { findInText, type Match } from "./find-in-text.ts";

export interface Found {
  /** Search text. */
  readonly text: string;
  readonly matches: readonly Match[];
}

/** Debounce delay while the reader is typing. */
const PAUSE_MS = 250;

/** Finds the matches of a text in a document, shortly after it was typed. */
export const useFind = (reader: ChunkReader, total: number, text: string) => {
  const [found, setFound] = useState<Found>();
  const [read, setRead] = useState<number>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    setFound(undefined);
    setError(undefined);
    if (text.trim() === "") return undefined;
    const leaving = new AbortController();
    const runSearch = async () => {
      setRead(0);
      try {
        const matches = await findInText(reader, total, text, setRead, leaving.signal);
        if (!leaving.signal.aborted) setFound({ text, matches });
      } catch (thrown) {
        if (!leaving.signal.aborted) setError(thrown);
      } finally {
        if (!leaving.signal.aborted) setRead(undefined);
      }
    };
    const timer = setTimeout(() => void runSearch(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
      setRead(undefined);
    };
  }, [reader, total, text]);
  return { found, read, error };
};
