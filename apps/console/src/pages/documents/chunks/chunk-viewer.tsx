import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Rows3 } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { documents as texts } from "../../../strings/documents.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { notifyFailed } from "../../../ui/toast.tsx";
import { useAnchoredChunk } from "./chunk-anchor.ts";
import { ChunkList } from "./chunk-list.tsx";
import { chunkPage, ChunkReader } from "./chunk-pages.ts";
import { ChunkTools } from "./chunk-tools.tsx";
import { useFind } from "./use-find.ts";

export interface ChunkViewerProps {
  readonly collection: string;
  readonly documentId: string;
  /** Undefined if the format has no pages. */
  readonly pageCount: number | undefined;
}

/** Chunks of a document in document order, as search uses them. */
export function ChunkViewer({ collection, documentId, pageCount }: ChunkViewerProps) {
  const first = useQuery(chunkPage(collection, documentId, 0));
  const total = first.data?.total;
  return (
    <Card title={texts.viewer.title} description={texts.viewer.description} isFlush>
      {first.isError && <ErrorState error={first.error} retry={() => void first.refetch()} />}
      {first.isPending && <Skeleton height="24rem" />}
      {total === 0 && (
        <EmptyState icon={<Rows3 />} title={texts.viewer.empty}>
          {texts.viewer.emptyText}
        </EmptyState>
      )}
      {total !== undefined && total > 0 && (
        <Chunks collection={collection} documentId={documentId} pageCount={pageCount} total={total} />
      )}
    </Card>
  );
}

function Chunks({ collection, documentId, pageCount, total }: ChunkViewerProps & { readonly total: number }) {
  const client = useQueryClient();
  const reader = useMemo(() => new ChunkReader(client, collection, documentId), [client, collection, documentId]);
  const target = useAnchoredChunk();
  const [shown, setShown] = useState<{ readonly index: number }>();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { found, read, error } = useFind(reader, total, text);
  const matches = found?.matches ?? [];
  const current = matches[at];

  useEffect(() => {
    if (target !== undefined && target < total) setShown({ index: target });
  }, [target, total]);
  useEffect(() => {
    setAt(0);
    if (found?.matches[0] !== undefined) setShown({ index: found.matches[0].index });
  }, [found]);
  useEffect(() => {
    if (error !== undefined) notifyFailed(texts.viewer.search, error);
  }, [error]);

  const step = (by: number) => {
    if (matches.length === 0) return;
    const next = (at + by + matches.length) % matches.length;
    setAt(next);
    setShown({ index: matches[next]!.index });
  };
  const goToPage = async (page: number) => {
    try {
      const index = await reader.findPage(page, total);
      if (index === undefined) notifyFailed(texts.viewer.jump, new Error(texts.viewer.noPage(page)));
      else setShown({ index });
    } catch (thrown) {
      notifyFailed(texts.viewer.jump, thrown);
    }
  };
  return (
    <>
      <ChunkTools
        text={text}
        onText={setText}
        status={statusOf(read, total, found && { at: at + 1, of: matches.length })}
        hasMatches={matches.length > 0}
        onStep={step}
        pageCount={pageCount}
        onPage={(page) => void goToPage(page)}
      />
      <ChunkList
        collection={collection}
        documentId={documentId}
        total={total}
        searchText={found?.text ?? ""}
        current={current}
        target={target}
        shown={shown}
      />
    </>
  );
}

const statusOf = (read: number | undefined, total: number, found: { at: number; of: number } | undefined): string => {
  if (found !== undefined) return texts.viewer.matches(found.at, found.of);
  return read === undefined ? "" : texts.viewer.searching(read, total);
};
