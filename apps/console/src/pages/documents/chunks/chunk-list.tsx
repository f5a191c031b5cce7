import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { documents as texts } from "../../../strings/documents.ts";
import { ChunkCard } from "./chunk-card.tsx";
import styles from "./chunk-list.module.css";
import type { Place } from "./find-in-text.ts";

export interface ChunkListProps {
  readonly collection: string;
  readonly documentId: string;
  readonly total: number;
  readonly wanted: string;
  /** The place of what was looked for that the reader is at. */
  readonly current: Place | undefined;
  /** The chunk that the address leads to. */
  readonly target: number | undefined;
  /** The chunk to show; a new object shows it again, wherever the reader has gone since. */
  readonly shown: { readonly index: number } | undefined;
}

/** About the height of a chunk of the usual size; each is measured when it is shown. */
const USUAL_HEIGHT = 190;

/** The chunks of a document, of which only what is seen is read and stands in the page. */
export function ChunkList({ collection, documentId, total, wanted, current, target, shown }: ChunkListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 4,
  });
  useEffect(() => {
    if (shown !== undefined) virtualizer.scrollToIndex(shown.index, { align: "start" });
  }, [virtualizer, shown]);
  const items = virtualizer.getVirtualItems();
  return (
    <div ref={scroller} className={styles.scroller} role="region" aria-label={texts.viewer.title} tabIndex={0}>
      <ol className={styles.list} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ key, index, start }) => (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={styles.item}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <ChunkCard
              collection={collection}
              documentId={documentId}
              index={index}
              wanted={wanted}
              currentPlace={current?.index === index ? current.within : undefined}
              isTarget={target === index}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
