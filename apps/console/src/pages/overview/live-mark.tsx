import { overview as texts } from "../../strings/overview.ts";
import { Badge } from "../../ui/badge.tsx";
import type { Liveness } from "./use-overview.ts";

/** Indicator of whether the values are live. */
export function LiveMark({ liveness }: { readonly liveness: Liveness }) {
  if (liveness === "starting") return null;
  const isLive = liveness === "live";
  return (
    <Badge tone={isLive ? "good" : "warn"} isBusy>
      {isLive ? texts.live : texts.paused}
    </Badge>
  );
}
