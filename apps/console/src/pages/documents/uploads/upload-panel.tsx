import { documents as texts } from "../../../strings/documents.ts";
import { Button } from "../../../ui/button.tsx";
import { formatBytes } from "../../../ui/format.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { VirtualList } from "../../../ui/virtual-list.tsx";
import styles from "./upload-panel.module.css";
import { uploads } from "./upload-queue.ts";
import { UploadRow } from "./upload-row.tsx";
import { totalsOf, type UploadTotals, useUploads } from "./use-uploads.ts";

const ROW_HEIGHT = 64;

/** Rows shown without scrolling. */
const ROWS_SHOWN = 5;

/** Progress of the added files, for each and in total. Shows nothing if there are none. */
export function UploadPanel({ collection }: { readonly collection: string }) {
  const all = useUploads(collection);
  if (all.length === 0) return null;
  const totals = totalsOf(all);
  const { count, inPage, processing, failed, ready } = totals;
  const percent = totals.bytes === 0 ? 100 : (totals.sentBytes / totals.bytes) * 100;
  return (
    <section className={styles.panel} aria-label={texts.uploads.label}>
      <header className={styles.header}>
        <div className={styles.text}>
          <h2 className={styles.title}>{titleOf(totals)}</h2>
          <p className={styles.summary}>
            {texts.uploads.summary(ready, processing, inPage, failed)}
            {inPage > 0 && ` · ${texts.uploads.bytes(formatBytes(totals.sentBytes), formatBytes(totals.bytes))}`}
          </p>
          {/* Announced once, at the end: announcing every step would drown out everything else. */}
          <span className="visually-hidden" role="status">
            {inPage + processing === 0 && titleOf(totals)}
          </span>
        </div>
        <div className={styles.buttons}>
          {failed > 0 && (
            <Button size="small" onPress={() => uploads.retryFailed(collection)}>
              {texts.uploads.retryFailed}
            </Button>
          )}
          {inPage > 0 && (
            <Button size="small" variant="danger" onPress={() => uploads.cancelAll(collection)}>
              {texts.uploads.cancelAll}
            </Button>
          )}
          {ready + failed > 0 && (
            <Button size="small" variant="quiet" onPress={() => uploads.clearSettled(collection)}>
              {texts.uploads.clear}
            </Button>
          )}
        </div>
      </header>
      {inPage > 0 && (
        <div className={styles.overall}>
          <Progress label={texts.uploads.overall} value={percent} />
        </div>
      )}
      {totals.isInterrupted && (
        <div className={styles.notice}>
          <Notice tone="warn">{texts.uploads.interrupted}</Notice>
        </div>
      )}
      <VirtualList
        label={texts.uploads.label}
        count={count}
        rowHeight={ROW_HEIGHT}
        maxHeight={`${ROWS_SHOWN * ROW_HEIGHT}px`}
        renderRow={(index) => <UploadRow upload={all[index]!} />}
      />
    </section>
  );
}

const titleOf = ({ count, inPage, processing, failed }: UploadTotals): string => {
  if (inPage > 0) return texts.uploads.title(count);
  if (processing > 0) return texts.uploads.titleProcessing(processing);
  return failed > 0 ? texts.uploads.titleFailed(failed, count) : texts.uploads.titleDone(count);
};
