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

interface DocumentFactsProps {
  readonly collection: string;
  readonly document: DocumentMessage;
}

/** Document properties: from the service, and from the file's own metadata. */
export function DocumentFacts({ collection, document }: DocumentFactsProps) {
  const { status } = useLiveStatus(document);
  const { file_type, file_size, chunk_count, created_at, updated_at, id, metadata, info } = document;
  const names = texts.document;
  const addressOf = (documentId: string): string => `/collections/${collection}/documents/${documentId}`;
  const hasMetadata = Object.keys(metadata).length > 0;
  return (
    <Card title={names.facts}>
      <dl className={styles.facts}>
        <Fact label={names.status}>
          <StatusBadge status={status} />
        </Fact>
        <Fact label={names.type}>{file_type.toUpperCase()}</Fact>
        <Fact label={names.size}>{formatBytes(file_size)}</Fact>
        <Fact label={names.chunks}>{formatCount(chunk_count)}</Fact>
        {info?.page_count != null && <Fact label={names.pages}>{formatCount(info.page_count)}</Fact>}
        <Fact label={names.added}>
          <Time value={created_at} isAbsolute />
        </Fact>
        <Fact label={names.changed}>
          <Time value={updated_at} />
        </Fact>
        {info?.title != null && <Fact label={names.fileTitle}>{info.title}</Fact>}
        {info?.author != null && <Fact label={names.author}>{info.author}</Fact>}
        {info?.language != null && <Fact label={names.language}>{info.language}</Fact>}
        {info?.created_at != null && (
          <Fact label={names.written}>
            <Time value={info.created_at} isAbsolute />
          </Fact>
        )}
        {info?.modified_at != null && (
          <Fact label={names.rewritten}>
            <Time value={info.modified_at} isAbsolute />
          </Fact>
        )}
        {info != null && info.keywords.length > 0 && <Fact label={names.keywords}>{info.keywords.join(", ")}</Fact>}
        {info != null && info.attachments.length > 0 && (
          <Fact label={names.attachments} isWide>
            {info.attachments.map(({ document_id: attachment, filename }) => (
              <Link key={attachment} className={styles.within!} href={addressOf(attachment)}>
                {filename}
              </Link>
            ))}
          </Fact>
        )}
        {document.parent_id !== undefined && (
          <Fact label={names.parent} isWide>
            <Link href={addressOf(document.parent_id)}>{names.openParent}</Link>
          </Fact>
        )}
        {document.expires_at !== undefined && (
          <Fact label={names.expires}>
            <Time value={document.expires_at} isAbsolute />
          </Fact>
        )}
        {document.source_url !== undefined && (
          <Fact label={names.sourceUrl} isWide>
            <code className={styles.id}>{document.source_url}</code>
          </Fact>
        )}
        {document.external_id !== undefined && (
          <Fact label={names.externalId} isWide>
            <code className={styles.id}>{document.external_id}</code>
            <CopyButton text={document.external_id} label={names.copyExternalId} />
          </Fact>
        )}
        <Fact label={names.id} isWide>
          <code className={styles.id}>{id}</code>
          <CopyButton text={id} label={names.copyId} />
        </Fact>
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

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly isWide?: boolean;
}

function Fact({ label, children, isWide = false }: FactProps) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
