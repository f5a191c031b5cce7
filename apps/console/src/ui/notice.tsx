import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./notice.module.css";

export interface NoticeProps {
  readonly tone?: "info" | "warn" | "bad" | "good";
  readonly children: ReactNode;
}

/** Short note within a page or a dialog. */
export function Notice({ tone = "info", children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === "bad" ? "alert" : "note"}>
      {tone === "info" || tone === "good" ? <Info aria-hidden size={16} /> : <CircleAlert aria-hidden size={16} />}
      <div>{children}</div>
    </div>
  );
}
