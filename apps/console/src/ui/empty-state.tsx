import type { ReactNode } from "react";
import styles from "./states.module.css";

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** Explanation of the purpose of the list, and the first step. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** Placeholder for an empty list. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
