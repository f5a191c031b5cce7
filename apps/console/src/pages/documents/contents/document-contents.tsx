import { useLocation } from "wouter";
import { documents as texts } from "../../../strings/documents.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { ChunkViewer, type ChunkViewerProps } from "../chunks/chunk-viewer.tsx";
import { MarkdownTab } from "./markdown-tab.tsx";
import { TablesTab } from "./tables-tab.tsx";

const TABS = ["chunks", "tables", "markdown"] as const;

export interface DocumentContentsProps extends ChunkViewerProps {
  /** As the address has it. */
  readonly tab: string | undefined;
}

/** What is in a document: the chunks that search sees, its tables, and all of it as Markdown. */
export function DocumentContents({ tab, ...viewer }: DocumentContentsProps) {
  const { collection, documentId } = viewer;
  const [, navigate] = useLocation();
  const shown = TABS.find((known) => known === tab) ?? "chunks";
  const own = `/collections/${encodeURIComponent(collection)}/documents/${encodeURIComponent(documentId)}`;
  return (
    <Tabs
      label={texts.contents.label}
      selected={shown}
      onSelect={(id) => navigate(id === "chunks" ? own : `${own}/${id}`)}
      items={TABS.map((id) => ({ id, label: texts.contents.tabs[id] }))}
    >
      {shown === "chunks" && <ChunkViewer {...viewer} />}
      {shown === "tables" && <TablesTab {...{ collection, documentId }} />}
      {shown === "markdown" && <MarkdownTab {...{ collection, documentId }} />}
    </Tabs>
  );
}
