import type { ReactNode } from "react";
import styles from "./stat.module.css";

export interface StatProps {
  readonly label: string;
  readonly value: ReactNode;
  /** Line below: a change, a share, a link. */
  readonly detail?: ReactNode;
}

/** One number with its name. Place several in a `StatGrid`. */
export function Stat({ label, value, detail }: StatProps) {
  return (
    <div className={styles.stat}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      {detail !== undefined && <dd className={styles.detail}>{detail}</dd>}
    </div>
  );
}

export function StatGrid({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.grid}>{children}</dl>;
}
