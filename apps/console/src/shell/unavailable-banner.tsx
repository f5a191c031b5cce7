import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { noteReachable, useReachable } from "../api/reachability.ts";
import { shell as shellTexts } from "../strings/shell.ts";
import { Notice } from "../ui/notice.tsx";
import styles from "./away-banner.module.css";

const RETRY_MS = 2_000;

/** Reports that the service is unavailable, and polls until it is back. All data on the page is then reloaded. */
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
        // Still unavailable: the next tick retries.
        () => undefined,
      );
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [isReachable, client]);
  if (isReachable) return null;
  return (
    <div className={styles.banner}>
      <Notice tone="bad">{shellTexts.away}</Notice>
    </div>
  );
}
