import { documents as texts } from "../../strings/documents.ts";
import { Notice } from "../../ui/notice.tsx";
import { Progress } from "../../ui/progress.tsx";
import styles from "./document-state.module.css";
import type { DocumentMessage } from "./documents-data.ts";
import { useLiveStatus } from "./use-live-status.ts";

/** Status of a document that is not simply ready: its progress, or the reason for its failure. */
export function DocumentState({ document }: { readonly document: DocumentMessage }) {
  const { status, step } = useLiveStatus(document);
  const { error_message, chunk_count } = document;
  const names = texts.document;
  if (status === "pending" || status === "processing") {
    return (
      <div className={styles.progress} role="status">
        <span className={styles.step}>
          {step?.message ?? names.waiting}
          {step !== undefined && <span className={styles.percent}>{`${Math.round(step.progress)} %`}</span>}
        </span>
        <Progress label={names.progress} value={step?.progress ?? 0} />
        {chunk_count > 0 && <span className={styles.remark}>{names.stillSearchable}</span>}
      </div>
    );
  }
  if (status === "failed" && error_message !== null) {
    const hint = texts.hintFor(error_message);
    return (
      <Notice tone="bad">
        <strong>{names.failedTitle}</strong>
        <p>{texts.said(error_message)}</p>
        {hint !== undefined && <p>{hint}</p>}
        {chunk_count > 0 && <p>{names.stillSearchable}</p>}
      </Notice>
    );
  }
  return null;
}
