import { useSyncExternalStore } from "react";

const ANCHOR = /^#chunk-(\d+)$/;

const subscribe = (listener: () => void): (() => void) => {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
};

/** The end of an address that leads to a chunk of a document's page. */
export const chunkAnchor = (index: number): string => `#chunk-${index}`;

/** The chunk that the address leads to; undefined for none. */
export const useAnchoredChunk = (): number | undefined => {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const index = ANCHOR.exec(hash)?.[1];
  return index === undefined ? undefined : Number(index);
};
