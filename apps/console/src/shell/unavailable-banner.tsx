import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { noteReachable, useReachable } from "../api/reachability.ts";
import { shell as shellTexts } from "../strings/shell.ts";
import { Notice } from "../ui/notice.tsx";
import styles from "./away-banner.module.css";

const ASK_AGAIN_MS = 2_000;

/** Says that the service is away, and asks until it is back; then everything on the page is read again. */
export function UnavailableBanner() {
  const isReachable = useReachable();
  const client = useQueryClient();
  useEffect(() => {
    if (isReachable) return;
    const timer = setInterval(() => {
      fetch("/health").then(
        (response) => {
          if (!response.ok) return;
          noteReachable(true);
          void client.invalidateQueries();
        },
        // Still away: the next turn asks again.
        () => undefined,
      );
    }, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isReachable, client]);
  if (isReachable) return null;
  return (
    <div className={styles.banner}>
      <Notice tone="bad">{shellTexts.away}</Notice>
    </div>
  );
}
