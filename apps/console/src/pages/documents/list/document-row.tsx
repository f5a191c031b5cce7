import { Fragment } from "react";
import { documents as texts } from "../../../strings/documents.ts";
import { formatBytes } from "../../../ui/format.ts";
import { PathIcon } from "../../../ui/path-icon.tsx";
import { PlainCheckbox, PlainIconButton, PlainIconDownload, PlainLink } from "../../../ui/plain.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { fileUrl } from "../document-file.ts";
import { type DocumentMessage, titleOf } from "../documents-data.ts";
import { FileIcon } from "../file-icon.tsx";
import { StatusBadge } from "../status-badge.tsx";
import { useLiveStatus } from "../use-live-status.ts";
import { type DocumentPages, useDocumentAt } from "./document-pages.ts";
import styles from "./document-row.module.css";
import type { Selection } from "./selection.ts";

const AGAIN = "M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5";
const DOWNLOAD = "M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5";

export interface DocumentRowProps {
  readonly collection: string;
  readonly pages: DocumentPages;
  /** Index of the document among all, oldest first. */
  readonly index: number;
  /** Selected documents, or undefined for a read-only key, which has no bulk actions. */
  readonly selection: Selection | undefined;
  readonly onReprocess: (id: string) => void;
}

/** Row of the list: its document, or a placeholder until it is loaded. */
export function DocumentRow({ pages, index, ...rest }: DocumentRowProps) {
  const document = useDocumentAt(pages, index);
  return document === undefined ? <RowSkeleton /> : <LoadedRow document={document} {...rest} />;
}

interface LoadedRowProps extends Omit<DocumentRowProps, "pages" | "index"> {
  readonly document: DocumentMessage;
}

function LoadedRow({ document, collection, selection, onReprocess }: LoadedRowProps) {
  const { id, filename, chunk_count, error_message } = document;
  const { status, step } = useLiveStatus(document);
  const isFailed = status === "failed" && error_message !== null;
  const isSelected = selection?.has(id) === true;
  return (
    <div className={isSelected ? `${styles.row} ${styles.selected}` : styles.row}>
      {selection !== undefined && (
        <PlainCheckbox
          label={texts.select(filename)}
          isSelected={isSelected}
          onChange={(isNow) => selection.set(id, isNow)}
        />
      )}
      <FileIcon filename={filename} />
      <div className={styles.text}>
        <PlainLink className={styles.name} href={`/collections/${collection}/documents/${id}`}>
          {titleOf(document)}
        </PlainLink>
        {isFailed ? (
          <FailureText message={error_message} />
        ) : (
          <span className={styles.detail}>
            {step?.message ?? <Detail collection={collection} document={document} />}
          </span>
        )}
      </div>
      {!isFailed && <span className={styles.chunks}>{status === "ready" && texts.chunks(chunk_count)}</span>}
      <span className={styles.status}>
        <StatusBadge status={status} />
        {status === "processing" && <Progress label={texts.uploads.progressOf(filename)} value={step?.progress ?? 0} />}
      </span>
      <span className={styles.buttons}>
        {status === "failed" && selection !== undefined && (
          <PlainIconButton label={texts.uploads.retryOf(filename)} onPress={() => onReprocess(id)}>
            <PathIcon path={AGAIN} />
          </PlainIconButton>
        )}
        <PlainIconDownload label={`${texts.download} ${filename}`} href={fileUrl(collection, id)}>
          <PathIcon path={DOWNLOAD} />
        </PlainIconDownload>
      </span>
    </div>
  );
}

/** Maximum number of attachments named in a row. The document's page lists all. */
const MAX_ATTACHMENTS = 3;

/** File name below a title, file type, and the files inside the document. */
function Detail({ collection, document }: Pick<LoadedRowProps, "collection" | "document">) {
  const { filename, file_type, file_size, created_at, parent_id, info } = document;
  const attachments = info?.attachments ?? [];
  const parts = [
    titleOf(document) !== filename && filename,
    parent_id !== undefined && texts.attachment,
    file_type.toUpperCase(),
    formatBytes(file_size),
  ];
  return (
    <>
      {`${parts.filter(Boolean).join(" · ")} · `}
      <Time value={created_at} />
      {attachments.length > 0 && ` · ${texts.attachments(attachments.length)}: `}
      {attachments.slice(0, MAX_ATTACHMENTS).map(({ document_id: attachment, filename: name }, index) => (
        <Fragment key={attachment}>
          {index > 0 && ", "}
          <PlainLink className={styles.attachment} href={`/collections/${collection}/documents/${attachment}`}>
            {name}
          </PlainLink>
        </Fragment>
      ))}
      {attachments.length > MAX_ATTACHMENTS && ", …"}
    </>
  );
}

function FailureText({ message }: { readonly message: string }) {
  const hint = texts.hintFor(message);
  return (
    <span className={`${styles.detail} ${styles.problem}`} title={[message, hint].filter(Boolean).join(" ")}>
      <span className={styles.bad}>{texts.said(message)}</span> {hint}
    </span>
  );
}

function RowSkeleton() {
  return (
    <div className={styles.row}>
      <Skeleton width="2.125rem" height="2.125rem" />
      <div className={styles.text}>
        <Skeleton width="40%" height="1rem" />
        <Skeleton width="25%" height="0.75rem" />
      </div>
    </div>
  );
}
