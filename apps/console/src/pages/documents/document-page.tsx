import { useParams } from "wouter";
import { documents as texts } from "../../strings/documents.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DocumentActions } from "./document-actions.tsx";
import { DocumentState } from "./document-state.tsx";
import { DocumentTabs } from "./document-tabs.tsx";
import styles from "./document-page.module.css";
import { titleOf, useDocument } from "./documents-data.ts";
import { useCollectionProgress } from "./progress/use-collection-progress.ts";

/** Page of a document: its content first, then its chunks, tables and details. */
export default function DocumentPage() {
  const { name, documentId, tab } = useParams<{ name: string; documentId: string; tab?: string }>();
  const { data: document, error, refetch } = useDocument(name, documentId);
  useCollectionProgress(name);
  const trail = [
    { label: texts.document.trail, href: "/collections" },
    { label: name, href: `/collections/${name}` },
  ];
  if (document === undefined) {
    return (
      <>
        <PageHeader title={texts.document.title} trail={trail} />
        {error === null ? (
          <div className={styles.page}>
            <Skeleton height="12rem" />
            <Skeleton height="24rem" />
          </div>
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={titleOf(document)}
        description={titleOf(document) === document.filename ? undefined : document.filename}
        trail={trail}
        actions={<DocumentActions collection={name} document={document} />}
      />
      <div className={styles.page}>
        <DocumentState document={document} />
        <DocumentTabs collection={name} document={document} tab={tab} />
      </div>
    </>
  );
}
