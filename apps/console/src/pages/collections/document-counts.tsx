import type { CollectionSummary } from "@quarry/http/console";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { overview as overviewTexts } from "../../strings/overview.ts";
import { formatCount } from "../../ui/format.ts";
import styles from "./collections.module.css";

const { statuses } = overviewTexts.totals;

/** Statuses in the order of the bar. Those that need attention are also named in words. */
const STATUSES = ["ready", "processing", "pending", "failed"] as const;

/** Number of documents, a bar by status, and the documents that are not ready in words. */
export function DocumentCounts({ counts }: { readonly counts: CollectionSummary["documents"] }) {
  const total = STATUSES.reduce((sum, status) => sum + counts[status], 0);
  if (total === 0) return <span className={styles.faint}>{collectionsTexts.noDocuments}</span>;
  const present = STATUSES.filter((status) => counts[status] > 0);
  const unready = present.filter((status) => status !== "ready");
  return (
    <span className={styles.counts}>
      <span className={styles.total}>{formatCount(total)}</span>
      <span className={styles.bar} aria-hidden>
        {present.map((status) => (
          <span key={status} data-status={status} style={{ flexGrow: counts[status] }} />
        ))}
      </span>
      {unready.length > 0 && (
        <span className={styles.unready}>
          {unready.map((status) => (
            <span key={status} data-status={status}>
              {formatCount(counts[status])} {statuses[status].toLowerCase()}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}
