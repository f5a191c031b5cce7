import type { Overview } from "@quarry/http/console";
import { overview } from "../../strings/overview.ts";
import { formatCount } from "../../ui/format.ts";
import styles from "./status-bar.module.css";

const texts = overview.totals;

/** Statuses in the order of the bar. */
const STATUSES = ["ready", "processing", "pending", "failed"] as const;

interface StatusBarProps {
  readonly documents: NonNullable<Overview["counts"]>["totals"]["documents"];
}

/** Documents by status, as segments of a bar, with the numbers below it. */
export function StatusBar({ documents }: StatusBarProps) {
  const present = STATUSES.filter((status) => documents[status] > 0);
  if (present.length === 0) return null;
  return (
    <>
      <span className={styles.bar} aria-hidden>
        {present.map((status) => (
          <span key={status} data-status={status} style={{ flexGrow: documents[status] }} />
        ))}
      </span>
      <span className={styles.legend}>
        {present.map((status) => (
          <span key={status} className={styles.entry}>
            <span className={styles.swatch} data-status={status} aria-hidden />
            {formatCount(documents[status])} {texts.statuses[status].toLowerCase()}
          </span>
        ))}
      </span>
    </>
  );
}
