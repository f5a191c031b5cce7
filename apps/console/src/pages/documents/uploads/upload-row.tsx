import { Check, CircleAlert, RotateCcw, X } from "lucide-react";
import { memo } from "react";
import { Link } from "react-aria-components";
import { documents as texts } from "../../../strings/documents.ts";
import { IconButton } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { Progress } from "../../../ui/progress.tsx";
import { FileIcon } from "../file-icon.tsx";
import { useStep } from "../progress/step-store.ts";
import { isInPage, type Upload } from "./upload.ts";
import { adviceFor } from "./upload-advice.ts";
import { uploads } from "./upload-queue.ts";
import styles from "./upload-row.module.css";

/** Row of an upload. It renders only if its upload changes, even with hundreds on the list. */
export const UploadRow = memo(function UploadRow({ upload }: { readonly upload: Upload }) {
  const { id, file, path, state, documentId, collection } = upload;
  return (
    <div className={styles.row}>
      <FileIcon filename={file.name} />
      <div className={styles.text}>
        <span className={styles.name} title={path ?? file.name}>
          {documentId === undefined ? (
            file.name
          ) : (
            <Link href={`/collections/${collection}/documents/${documentId}`}>{file.name}</Link>
          )}
        </span>
        <Detail upload={upload} />
      </div>
      <Course upload={upload} />
      <div className={styles.buttons}>
        {state === "failed" && (
          <IconButton label={texts.uploads.retryOf(file.name)} onPress={() => uploads.retry(id)}>
            <RotateCcw aria-hidden />
          </IconButton>
        )}
        {isInPage(upload) ? (
          <IconButton label={texts.uploads.cancelOf(file.name)} onPress={() => uploads.cancel(id)}>
            <X aria-hidden />
          </IconButton>
        ) : (
          <IconButton label={texts.uploads.clearOf(file.name)} onPress={() => uploads.clear(id)}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  );
});

/** Status of the file, below its name. */
function Detail({
  upload: { file, path, state, sentBytes, problem, isInterrupted, documentId },
}: {
  readonly upload: Upload;
}) {
  const step = useStep(state === "processing" ? documentId : undefined);
  if (problem !== undefined && state === "failed") {
    const { message, hint } = adviceFor(problem, file.name);
    const whole = [problem.message, hint].filter(Boolean).join(" ");
    return (
      <span className={`${styles.detail} ${styles.problem} ${styles.bad}`} title={whole}>
        {message} {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
    );
  }
  const folder = path?.slice(0, path.lastIndexOf("/"));
  const size = formatBytes(file.size);
  const message = {
    queued: isInterrupted ? texts.uploads.again : size,
    sending: texts.uploads.bytes(formatBytes(sentBytes), size),
    processing: step?.message ?? size,
    ready: size,
    failed: size,
  }[state];
  return <span className={styles.detail}>{[message, folder].filter(Boolean).join(" · ")}</span>;
}

/** Progress of an upload. */
function Course({ upload: { file, state, sentBytes, chunkCount, documentId } }: { readonly upload: Upload }) {
  const step = useStep(state === "processing" ? documentId : undefined);
  const label = texts.uploads.progressOf(file.name);
  if (state === "ready" || step?.step === "complete") {
    return (
      <span className={`${styles.course} ${styles.good}`}>
        <Check aria-hidden size={16} />
        {state === "ready" ? texts.chunks(chunkCount) : texts.statuses.ready}
      </span>
    );
  }
  if (state === "failed") {
    return (
      <span className={`${styles.course} ${styles.bad}`}>
        <CircleAlert aria-hidden size={16} />
        {texts.statuses.failed}
      </span>
    );
  }
  if (state === "queued") return <span className={styles.course}>{texts.uploads.queued}</span>;
  const percent = state === "sending" ? percentOf(sentBytes, file.size) : step?.progress;
  return (
    <span className={`${styles.course} ${styles.moving}`}>
      <span>
        {state === "sending"
          ? texts.uploads.sending
          : step === undefined
            ? texts.uploads.accepted
            : texts.statuses.processing}
        {percent !== undefined && ` ${Math.round(percent)} %`}
      </span>
      <Progress
        label={label}
        value={state === "processing" ? (percent ?? 0) : percent}
        tone={state === "sending" ? "accent" : "good"}
      />
    </span>
  );
}

const percentOf = (part: number, whole: number): number => (whole === 0 ? 100 : (part / whole) * 100);
