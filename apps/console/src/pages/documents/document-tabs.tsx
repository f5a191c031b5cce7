import { FileX2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { documents as texts } from "../../strings/documents.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { useAnchoredChunk } from "./chunks/chunk-anchor.ts";
import { ChunkViewer } from "./chunks/chunk-viewer.tsx";
import { MarkdownTab } from "./contents/markdown-tab.tsx";
import { TablesTab } from "./contents/tables-tab.tsx";
import { DocumentDetails } from "./document-details.tsx";
import { DocumentReading } from "./document-reading.tsx";
import type { DocumentMessage } from "./documents-data.ts";
import { hasPagePictures } from "./pages/page-address.ts";
import { PageView } from "./pages/page-view.tsx";
import { useLiveStatus } from "./use-live-status.ts";

const TABS = ["content", "chunks", "tables", "markdown", "details"] as const;

export interface DocumentTabsProps {
  readonly collection: string;
  readonly document: DocumentMessage;
  /** Tab in the address. */
  readonly tab: string | undefined;
}

/** Tabs of a document's page: its pages or its text, its chunks and tables, and details for diagnosis. */
export function DocumentTabs({ collection, document, tab }: DocumentTabsProps) {
  const [, navigate] = useLocation();
  const anchoredChunk = useAnchoredChunk();
  const { status } = useLiveStatus(document);
  const { id: documentId, info, chunk_count: chunkCount } = document;
  // A URL fragment that names a chunk leads to the chunks.
  const first = anchoredChunk === undefined ? "content" : "chunks";
  const shown = TABS.find((known) => known === tab) ?? first;
  const own = `/collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}`;
  const target = { collection, documentId };
  const isUnread = status === "failed" && chunkCount === 0;
  return (
    <Tabs
      label={texts.contents.label}
      selected={shown}
      onSelect={(id) => navigate(id === "content" ? own : `${own}/${id}`)}
      items={TABS.map((id) => ({ id, label: texts.contents.tabs[id] }))}
    >
      {shown === "details" ? (
        <>
          <DocumentDetails collection={collection} document={document} />
          {info != null && <DocumentReading info={info} />}
        </>
      ) : isUnread ? (
        <EmptyState icon={<FileX2 />} title={texts.contents.failed}>
          {texts.contents.failedText}
        </EmptyState>
      ) : (
        <>
          {shown === "content" && <Content {...target} document={document} />}
          {shown === "chunks" && <ChunkViewer {...target} pageCount={info?.page_count ?? undefined} />}
          {shown === "tables" && <TablesTab {...target} />}
          {shown === "markdown" && <MarkdownTab {...target} />}
        </>
      )}
    </Tabs>
  );
}

type ContentProps = Omit<DocumentTabsProps, "tab"> & { readonly documentId: string };

/** First page of a file whose pages can be rendered as images, otherwise the text. */
function Content({ collection, documentId, document }: ContentProps) {
  const [page, setPage] = useState(1);
  const { info, file_type: type, chunk_count: chunkCount } = document;
  if (chunkCount === 0 || !hasPagePictures(type)) return <MarkdownTab {...{ collection, documentId }} isRendered />;
  return <PageView {...{ collection, documentId, page }} warnings={info?.warnings ?? []} onPage={setPage} />;
}
