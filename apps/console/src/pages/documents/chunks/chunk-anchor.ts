import { useSyncExternalStore } from "react";

const ANCHOR = /^#chunk-(\d+)$/;

const subscribe = (listener: () => void): (() => void) => {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
};

/** URL fragment that leads to a chunk on a document's page. */
export const chunkAnchor = (index: number): string => `#chunk-${index}`;

/** Index of the chunk in the URL fragment, or undefined. */
export const useAnchoredChunk = (): number | undefined => {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const index = ANCHOR.exec(hash)?.[1];
  return index === undefined ? undefined : Number(index);
};
