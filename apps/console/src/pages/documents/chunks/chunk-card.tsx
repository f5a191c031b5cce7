import { useQuery } from "@tanstack/react-query";
import { ChevronRight, FileText, Link2 } from "lucide-react";
import { documents as texts } from "../../../strings/documents.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { PlainLink } from "../../../ui/plain.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { pageAddress, pageOfPassage } from "../pages/page-address.ts";
import { chunkAnchor } from "./chunk-anchor.ts";
import styles from "./chunk-card.module.css";
import { type ChunkMessage, chunkPage, CHUNKS_PER_PAGE, ownOf, pageOf, sectionOf } from "./chunk-pages.ts";
import { MarkedText } from "./marked-text.tsx";

export interface ChunkCardProps {
  readonly collection: string;
  readonly documentId: string;
  readonly index: number;
  /** Search text. */
  readonly searchText: string;
  /** Index of the current match in this chunk. */
  readonly currentMatch: number | undefined;
  /** Whether the address leads to this chunk. */
  readonly isTarget: boolean;
}

const useChunk = (collection: string, documentId: string, index: number) => {
  const place = index % CHUNKS_PER_PAGE;
  return useQuery({
    ...chunkPage(collection, documentId, Math.floor(index / CHUNKS_PER_PAGE)),
    select: ({ chunks }) => ({ chunk: chunks[place], before: chunks[place - 1] }),
  });
};

/** Chunk with its text, next to its page and section. Each page begins with a heading. */
export function ChunkCard({ collection, documentId, index, ...rest }: ChunkCardProps) {
  const { data, error, refetch } = useChunk(collection, documentId, index);
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data?.chunk === undefined) return <ChunkSkeleton />;
  const page = pageOf(data.chunk);
  // The first chunk of a loaded segment also shows its page, because the page of the previous chunk is not known yet.
  const isFirstOfPage = page !== undefined && page !== pageOf(data.before);
  return (
    <>
      {isFirstOfPage && (
        <h3 className={styles.page}>
          <FileText aria-hidden size={14} />
          {texts.viewer.page(page)}
        </h3>
      )}
      <LoadedCard chunk={data.chunk} {...{ collection, documentId }} {...rest} />
    </>
  );
}

type LoadedCardProps = Omit<ChunkCardProps, "index"> & { readonly chunk: ChunkMessage };

function LoadedCard({ collection, documentId, chunk, searchText, currentMatch, isTarget }: LoadedCardProps) {
  const { id, chunk_index, text } = chunk;
  const page = pageOf(chunk);
  const shownOn = pageOfPassage(chunk.metadata);
  const section = sectionOf(chunk);
  const own = ownOf(chunk);
  return (
    <article
      className={`${styles.card} ${isTarget ? styles.target : ""}`}
      aria-label={texts.viewer.chunk(chunk_index)}
      {...(isTarget && { "aria-current": "true" as const })}
    >
      <aside className={styles.side}>
        <span className={styles.index}>{texts.viewer.chunk(chunk_index)}</span>
        {page !== undefined && <span>{texts.viewer.page(page)}</span>}
        {shownOn !== undefined && (
          <PlainLink href={pageAddress(collection, documentId, shownOn, chunk_index)}>{texts.viewer.onPage}</PlainLink>
        )}
        {section.length > 0 && (
          <ol className={styles.section}>
            {section.map((heading, depth) => (
              <li key={depth}>
                {depth > 0 && <ChevronRight aria-hidden size={12} />}
                {heading}
              </li>
            ))}
          </ol>
        )}
        {own.length > 0 && (
          <dl className={styles.own} aria-label={texts.viewer.own}>
            {own.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        )}
        <span className={styles.faint}>{texts.viewer.characters(text.length)}</span>
        <span className={styles.tools}>
          <a
            className={styles.link}
            href={chunkAnchor(chunk_index)}
            aria-label={texts.viewer.linkTo(chunk_index)}
            title={texts.viewer.linkTo(chunk_index)}
          >
            <Link2 aria-hidden size={16} />
          </a>
          <CopyButton text={id} label={texts.viewer.copyId(chunk_index)} />
        </span>
      </aside>
      <p className={styles.text}>
        <MarkedText text={text} searchText={searchText} current={currentMatch} />
      </p>
    </article>
  );
}

function ChunkSkeleton() {
  return (
    <div className={styles.card}>
      <div className={styles.side}>
        <Skeleton width="4rem" />
        <Skeleton width="7rem" />
      </div>
      <div className={styles.text}>
        <Skeleton height="6rem" />
      </div>
    </div>
  );
}
