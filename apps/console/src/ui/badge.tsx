import type { ReactNode } from "react";
import styles from "./badge.module.css";

export interface BadgeProps {
  readonly children: ReactNode;
  /** Meaning, never by colour alone: the text says it too. Default `neutral`. */
  readonly tone?: "neutral" | "good" | "warn" | "bad" | "info" | "accent";
  /** A dot before the text that moves while something goes on. */
  readonly isBusy?: boolean;
}

export function Badge({ children, tone = "neutral", isBusy = false }: BadgeProps) {
  return <span className={`${styles.badge} ${styles[tone]}${isBusy ? ` ${styles.busy}` : ""}`}>{children}</span>;
}
