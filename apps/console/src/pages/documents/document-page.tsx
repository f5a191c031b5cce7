import { useParams } from "wouter";
import { documents as texts } from "../../strings/documents.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DocumentContents } from "./contents/document-contents.tsx";
import { DocumentActions } from "./document-actions.tsx";
import { DocumentFacts } from "./document-facts.tsx";
import { DocumentReading } from "./document-reading.tsx";
import { DocumentState } from "./document-state.tsx";
import styles from "./document-page.module.css";
import { useDocument } from "./documents-data.ts";
import { useCollectionProgress } from "./progress/use-collection-progress.ts";

/** A document: what it is, how far it is, and what search sees of it. */
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
        title={document.filename}
        trail={trail}
        actions={<DocumentActions collection={name} document={document} />}
      />
      <div className={styles.page}>
        <DocumentState document={document} />
        <DocumentFacts collection={name} document={document} />
        {document.info != null && <DocumentReading info={document.info} />}
        <DocumentContents
          collection={name}
          documentId={documentId}
          pageCount={document.info?.page_count ?? undefined}
          tab={tab}
        />
      </div>
    </>
  );
}
