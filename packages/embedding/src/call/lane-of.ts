import type { EmbedderUse } from "../embedder-use.ts";
import type { Lane } from "../pace/lane.ts";
import type { Lanes } from "../pace/lanes.ts";

/** An embedder that asks nobody computes in this process: one batch computes while the next one gets ready. */
const LOCAL_CONCURRENCY = 2;

/** Where the calls of this use line up. */
export const laneOf = (lanes: Lanes, { embedder, credential }: EmbedderUse): Lane => {
  const isLocal = embedder.capabilities.credential === "none";
  const pace = { ...(isLocal && { concurrency: LOCAL_CONCURRENCY }), ...embedder.pace };
  return lanes.of({ name: embedder.name, credential, pace });
};
