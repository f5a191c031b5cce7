import { documents as texts } from "../../../strings/documents.ts";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import { ChunkCard } from "./chunk-card.tsx";
import styles from "./chunk-list.module.css";
import type { Match } from "./find-in-text.ts";

export interface ChunkListProps {
  readonly collection: string;
  readonly documentId: string;
  readonly total: number;
  readonly searchText: string;
  /** Current match. */
  readonly current: Match | undefined;
  /** Index of the chunk that the address leads to. */
  readonly target: number | undefined;
  /** Chunk to scroll to. A new object scrolls again, even if the reader has scrolled elsewhere. */
  readonly shown: { readonly index: number } | undefined;
}

/** Estimated height of a typical chunk. Each chunk is measured when it is shown. */
const USUAL_HEIGHT = 190;

/** Chunks of a document; only visible ones are loaded and rendered. */
export function ChunkList({ collection, documentId, total, searchText, current, target, shown }: ChunkListProps) {
  return (
    <div className={styles.list}>
      <VirtualList
        label={texts.viewer.title}
        count={total}
        rowHeight={USUAL_HEIGHT}
        isMeasured
        shown={shown}
        renderRow={(index) => (
          <ChunkCard
            collection={collection}
            documentId={documentId}
            index={index}
            searchText={searchText}
            currentMatch={current?.index === index ? current.within : undefined}
            isTarget={target === index}
          />
        )}
      />
    </div>
  );
}
