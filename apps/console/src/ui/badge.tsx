import type { ReactNode } from "react";
import styles from "./badge.module.css";

export interface BadgeProps {
  readonly children: ReactNode;
  /** Meaning. Colour alone never carries it: the text states it too. Default `neutral`. */
  readonly tone?: "neutral" | "good" | "warn" | "bad" | "info" | "accent";
  /** Whether an animated dot before the text shows work in progress. */
  readonly isBusy?: boolean;
}

export function Badge({ children, tone = "neutral", isBusy = false }: BadgeProps) {
  return <span className={`${styles.badge} ${styles[tone]}${isBusy ? ` ${styles.busy}` : ""}`}>{children}</span>;
}
