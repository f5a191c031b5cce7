import { Download, RotateCcw } from "lucide-react";
import { Link } from "react-aria-components";
import { documents as texts } from "../../../strings/documents.ts";
import { IconButton, LinkButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/field.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { Progress } from "../../../ui/progress.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Time } from "../../../ui/time.tsx";
import { fileUrl } from "../document-file.ts";
import { type DocumentFilter, type DocumentMessage, useDocumentAt } from "../documents-data.ts";
import { FileIcon } from "../file-icon.tsx";
import { StatusBadge } from "../status-badge.tsx";
import { useLiveStatus } from "../use-live-status.ts";
import styles from "./document-row.module.css";
import type { Selection } from "./selection.ts";

export interface DocumentRowProps {
  readonly collection: string;
  readonly filter: DocumentFilter;
  readonly index: number;
  readonly total: number;
  /** Undefined for a key that may only read: there is nothing to do with what is selected. */
  readonly selection: Selection | undefined;
  readonly onReprocess: (ids: readonly string[]) => void;
}

/** A place in the list: the document that stands there, or what holds its place until it is read. */
export function DocumentRow({ index, total, ...rest }: DocumentRowProps) {
  const { data: document } = useDocumentAt(rest.collection, rest.filter, index, total);
  return document === undefined ? <RowSkeleton /> : <LoadedRow document={document} {...rest} />;
}

interface LoadedRowProps extends Omit<DocumentRowProps, "index" | "total"> {
  readonly document: DocumentMessage;
}

function LoadedRow({ document, collection, selection, onReprocess }: LoadedRowProps) {
  const { id, filename, file_type, file_size, created_at, chunk_count, error_message } = document;
  const { status, step } = useLiveStatus(document);
  const isFailed = status === "failed" && error_message !== null;
  return (
    <div className={`${styles.row} ${selection?.ids.has(id) === true ? styles.selected : ""}`}>
      {selection !== undefined && (
        <Checkbox isSelected={selection.ids.has(id)} onChange={(isSelected) => selection.set(id, isSelected)}>
          <span className="visually-hidden">{texts.select(filename)}</span>
        </Checkbox>
      )}
      <FileIcon filename={filename} />
      <div className={styles.text}>
        <Link className={styles.name!} href={`/collections/${collection}/documents/${id}`}>
          {filename}
        </Link>
        {isFailed ? (
          <FailureText message={error_message} />
        ) : (
          <span className={styles.detail}>
            {step?.message ?? (
              <>
                {file_type.toUpperCase()} · {formatBytes(file_size)} · <Time value={created_at} />
              </>
            )}
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
          <IconButton label={texts.uploads.retryOf(filename)} onPress={() => onReprocess([id])}>
            <RotateCcw aria-hidden />
          </IconButton>
        )}
        <LinkButton
          href={fileUrl(collection, id)}
          variant="quiet"
          size="small"
          isDownload
          icon={<Download aria-hidden />}
        >
          <span className="visually-hidden">{`${texts.download} ${filename}`}</span>
        </LinkButton>
      </span>
    </div>
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
