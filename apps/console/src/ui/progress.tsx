import { ProgressBar } from "react-aria-components";
import styles from "./progress.module.css";

export interface ProgressProps {
  /** Label for screen readers. */
  readonly label: string;
  /** 0 to 100, or undefined while unknown. */
  readonly value: number | undefined;
  readonly tone?: "accent" | "good" | "bad";
}

export function Progress({ label, value, tone = "accent" }: ProgressProps) {
  return (
    <ProgressBar
      aria-label={label}
      value={value ?? 0}
      isIndeterminate={value === undefined}
      className={styles.progress!}
    >
      <span
        className={`${styles.bar} ${styles[tone]} ${value === undefined ? styles.unknown : ""}`}
        style={{ width: `${value ?? 40}%` }}
      />
    </ProgressBar>
  );
}
