import type { ReactNode } from "react";
import { Link } from "react-aria-components";
import { documents as texts } from "../../strings/documents.ts";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatBytes, formatCount } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import styles from "./document-facts.module.css";
import type { DocumentMessage } from "./documents-data.ts";
import { StatusBadge } from "./status-badge.tsx";
import { useLiveStatus } from "./use-live-status.ts";

interface DocumentDetailsProps {
  readonly collection: string;
  readonly document: DocumentMessage;
}

/** Document properties: from the service, and from the file's own metadata. */
export function DocumentDetails({ collection, document }: DocumentDetailsProps) {
  const { status } = useLiveStatus(document);
  const { file_type, file_size, chunk_count, created_at, updated_at, id, metadata, info } = document;
  const names = texts.document;
  const addressOf = (documentId: string): string => `/collections/${collection}/documents/${documentId}`;
  const hasMetadata = Object.keys(metadata).length > 0;
  return (
    <Card title={names.facts}>
      <dl className={styles.facts}>
        <Detail label={names.status}>
          <StatusBadge status={status} />
        </Detail>
        <Detail label={names.type}>{file_type.toUpperCase()}</Detail>
        <Detail label={names.size}>{formatBytes(file_size)}</Detail>
        <Detail label={names.chunks}>{formatCount(chunk_count)}</Detail>
        {info?.page_count != null && <Detail label={names.pages}>{formatCount(info.page_count)}</Detail>}
        <Detail label={names.added}>
          <Time value={created_at} isAbsolute />
        </Detail>
        <Detail label={names.changed}>
          <Time value={updated_at} />
        </Detail>
        {info?.title != null && <Detail label={names.fileTitle}>{info.title}</Detail>}
        {info?.author != null && <Detail label={names.author}>{info.author}</Detail>}
        {info?.language != null && <Detail label={names.language}>{info.language}</Detail>}
        {info?.created_at != null && (
          <Detail label={names.written}>
            <Time value={info.created_at} isAbsolute />
          </Detail>
        )}
        {info?.modified_at != null && (
          <Detail label={names.rewritten}>
            <Time value={info.modified_at} isAbsolute />
          </Detail>
        )}
        {info != null && info.keywords.length > 0 && <Detail label={names.keywords}>{info.keywords.join(", ")}</Detail>}
        {info != null && info.attachments.length > 0 && (
          <Detail label={names.attachments} isWide>
            {info.attachments.map(({ document_id: attachment, filename }) => (
              <Link key={attachment} className={styles.within!} href={addressOf(attachment)}>
                {filename}
              </Link>
            ))}
          </Detail>
        )}
        {document.parent_id !== undefined && (
          <Detail label={names.parent} isWide>
            <Link href={addressOf(document.parent_id)}>{names.openParent}</Link>
          </Detail>
        )}
        {document.expires_at !== undefined && (
          <Detail label={names.expires}>
            <Time value={document.expires_at} isAbsolute />
          </Detail>
        )}
        {document.source_url !== undefined && (
          <Detail label={names.sourceUrl} isWide>
            <code className={styles.id}>{document.source_url}</code>
          </Detail>
        )}
        {document.external_id !== undefined && (
          <Detail label={names.externalId} isWide>
            <code className={styles.id}>{document.external_id}</code>
            <CopyButton text={document.external_id} label={names.copyExternalId} />
          </Detail>
        )}
        <Detail label={names.id} isWide>
          <code className={styles.id}>{id}</code>
          <CopyButton text={id} label={names.copyId} />
        </Detail>
      </dl>
      {hasMetadata && (
        <div className={styles.metadata}>
          <h3 className={styles.heading}>{names.metadata}</h3>
          <CodeBlock code={JSON.stringify(metadata, undefined, 2)} label={names.metadata} maxHeight="12rem" />
        </div>
      )}
    </Card>
  );
}

interface DetailProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly isWide?: boolean;
}

function Detail({ label, children, isWide = false }: DetailProps) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
