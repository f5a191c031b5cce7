import type { MetricsRange } from "@quarry/http/console";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { trpc } from "../../api/trpc.ts";

/** Delay before a new stream is opened after one has ended. */
const AGAIN_MS = 3_000;

/** State of the values shown: not yet known, live, or outdated. */
export type Liveness = "starting" | "live" | "lost";

/** Overview data, updated by the live stream while it is shown. */
export function useOverview(range: MetricsRange) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ["overview", range],
    queryFn: () => trpc.overview.get.query({ range }),
    placeholderData: keepPreviousData,
  });
  const [liveness, setLiveness] = useState<Liveness>("starting");
  const [attempt, setAttempt] = useState(0);

  // An ordinary read reveals the cause: the session has ended, or the service is unavailable. The shell then handles
  // it.
  const ended = useEffectEvent(() => {
    setLiveness("lost");
    void query.refetch();
  });

  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    let wasLive = false;
    const end = () => {
      ended();
      again = setTimeout(() => setAttempt((before) => before + 1), AGAIN_MS);
    };
    const subscription = trpc.overview.live.subscribe(
      { range },
      {
        onData: ({ data }) => client.setQueryData(["overview", range], data),
        onConnectionStateChange: ({ state }) => {
          // The values shown become outdated while the stream reconnects by itself.
          if (state === "connecting" && wasLive) ended();
          wasLive = state === "pending";
          if (wasLive) setLiveness("live");
        },
        onComplete: end,
        onError: end,
      },
    );
    return () => {
      clearTimeout(again);
      subscription.unsubscribe();
    };
  }, [client, range, attempt]);

  return { query, liveness };
}
